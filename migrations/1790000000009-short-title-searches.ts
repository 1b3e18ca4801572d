import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Title searches for one or two characters, which are too short for trigrams and would scan every title. */
export class ShortTitleSearches1790000000009 implements MigrationInterface {
  name = 'ShortTitleSearches1790000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION short_parts(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT array_agg(DISTINCT part)
        FROM (
          SELECT letter, lead(letter) OVER (ORDER BY place) AS following
          FROM unnest(string_to_array(lower(words), NULL)) WITH ORDINALITY AS letters (letter, place)
        ) AS pairs, LATERAL (VALUES (letter), (letter || following)) AS parts (part)
        WHERE part IS NOT NULL
      $$;
      COMMENT ON FUNCTION short_parts IS 'every one and every two neighbouring characters, in lower case';
      CREATE INDEX markets_title_parts_idx ON markets USING gin (short_parts(title));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX markets_title_parts_idx;
      DROP FUNCTION short_parts;
    `);
  }
}
