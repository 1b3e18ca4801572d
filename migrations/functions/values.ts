/** Functions that columns, indexes and many triggers use. They read no table. */
export const VALUE_FUNCTIONS_SQL = `
  -- A UUID of version 8: clients that check version and variant (RFC 9562) refuse most plain hashes.
  CREATE OR REPLACE FUNCTION chain_row_id(VARIADIC parts text[]) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT (substr(hash, 1, 12) || '8' || substr(hash, 14, 3)
      || substr('89ab89ab89ab89ab', strpos('0123456789abcdef', substr(hash, 17, 1)), 1) || substr(hash, 18, 15))::uuid
    FROM (SELECT encode(sha256(convert_to(array_to_string(parts, '|'), 'UTF8')), 'hex')) AS hashed (hash)
  $$;
  COMMENT ON FUNCTION chain_row_id IS 'an id that follows from what it names, so that a rebuilt row is the same row';

  CREATE OR REPLACE FUNCTION client_network(address inet) RETURNS inet LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE family(address) WHEN 6 THEN network(set_masklen(address, 64))::inet ELSE address END
  $$;
  COMMENT ON FUNCTION client_network IS 'an IPv4 address, or the /64 network of an IPv6 one';

  CREATE OR REPLACE FUNCTION cluster_identity() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
    FROM pg_control_system()
  $$;
  COMMENT ON FUNCTION cluster_identity IS 'system identifier and timeline of the PostgreSQL cluster';

  CREATE OR REPLACE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT regexp_replace(lower(email), '^([^+@]+)[+][^@]*@', '\\1@')
  $$;
  COMMENT ON FUNCTION mailbox_of IS 'the address in lower case and without its +tag';

  CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END $$;

  CREATE OR REPLACE FUNCTION short_parts(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT part)
    FROM (
      SELECT letter, lead(letter) OVER (ORDER BY place) AS following
      FROM unnest(string_to_array(lower(words), NULL)) WITH ORDINALITY AS letters (letter, place)
    ) AS pairs, LATERAL (VALUES (letter), (letter || following)) AS parts (part)
    WHERE part IS NOT NULL
  $$;
  COMMENT ON FUNCTION short_parts IS 'every one and every two neighbouring characters, in lower case';

  CREATE OR REPLACE FUNCTION single_line(creators_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN creators_text ~ '^[ -~]*$' THEN creators_text ELSE
      regexp_replace(regexp_replace(creators_text, '[\\t\\n\\v\\f\\r\\u0085]+', ' ', 'g'),
        '[\\u0001-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]', '', 'g') END
  $$;
  COMMENT ON FUNCTION single_line IS 'a creator''s text without line breaks, control and direction characters';`;
