/**
 * Characters that `plainText` of libs/common removes, but for unassigned ones: PostgreSQL knows no Unicode properties.
 * Characters that it keeps after a visible one are kept after all of its block.
 */
const HIDDEN = [
  String.raw`[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5`,
  String.raw`\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0`,
  String.raw`\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159`,
  String.raw`\U0001d173-\U0001d17a\U000e0000-\U0010ffff]`,
].join('');
const JOINING = [
  `(?!${HIDDEN})`,
  String.raw`[\u0610-\u0dff\u1000-\u109f\u1780-\u18af\u1cd0-\u1cff\ua8e0-\ua8ff\ua9e0-\ua9fe\uaa60-\uaa7f`,
  String.raw`\U00010d00-\U00010d3f\U00010ec0-\U00010eff\U00011660-\U0001167f\U0001e900-\U0001e95f]`,
].join('');
const PICTOGRAPH = [
  String.raw`[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299`,
  String.raw`\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff][\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?`,
].join('');
const SEQUENCES = [
  String.raw`\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f`,
  String.raw`${PICTOGRAPH}(?:\u200d${PICTOGRAPH})*`,
  String.raw`[#*0-9]\ufe0f\u20e3`,
  String.raw`${JOINING}[\u200c\u200d]`,
  String.raw`[\u3006-\u303a\u3400-\u9fff\uf900-\ufaff\U00017000-\U0001b2ff\U00020000-\U0003ffff][\ufe00-\ufe02\U000e0100-\U000e01ef]`,
  String.raw`[\u1820-\u18aa][\u180b-\u180f]`,
];

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

  CREATE OR REPLACE FUNCTION iso_time(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $$;

  CREATE OR REPLACE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT regexp_replace(lower(email), '^([^+@]+)[+][^@]*@', '\\1@')
  $$;
  COMMENT ON FUNCTION mailbox_of IS 'the address in lower case and without its +tag';

  CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END $$;

  CREATE OR REPLACE FUNCTION refuse_insert() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% may not insert this into %', current_user, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END $$;

  CREATE OR REPLACE FUNCTION sha256_hex(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT encode(sha256(convert_to(words, 'UTF8')), 'hex')
  $$;

  CREATE OR REPLACE FUNCTION single_line(creators_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN creators_text ~ '^[ -~]*$' THEN creators_text ELSE
      regexp_replace(regexp_replace(creators_text, '[\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]${HIDDEN}*', ' ', 'g'),
        '(${SEQUENCES.join('|')})|${HIDDEN}', '\\1', 'g') END
  $$;
  COMMENT ON FUNCTION single_line IS 'a creator''s text as one line without hidden characters';

  CREATE OR REPLACE FUNCTION words_of_market(title text, description text, category text, tags text[]) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT setweight(to_tsvector('pg_catalog.simple', title), 'A')
      || setweight(to_tsvector('pg_catalog.simple', concat_ws(' ', category, array_to_string(tags, ' '))), 'B')
      || setweight(to_tsvector('pg_catalog.simple', coalesce(description, '')), 'D')
  $$;
  COMMENT ON FUNCTION words_of_market IS 'words that a search finds; a title counts most, a description least';`;
