import pg from 'pg';

/** Returns every row of every table as text, in the schemas that `isWanted` selects. */
export async function readRows(
  databaseUrl: string,
  isWanted: (schema: string) => boolean = () => true,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables.filter(({ schema }) => isWanted(schema))) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts;
  } finally {
    await client.end();
  }
}
