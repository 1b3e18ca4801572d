import type { Secret } from '@app/common';
import { withClient } from '../../dev/devnet/postgres/postgres.js';

/**
 * Vacuums and analyses the tables that have rows, as autovacuum does. PostgreSQL would read a table as a whole, through all
 * its growth, if it was analysed while empty.
 */
export async function analyzeFilled(url: Secret): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I', relname) AS name FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0`,
    );
    await client.query(`VACUUM (ANALYZE) ${rows.map(({ name }) => name).join(', ')}`);
  });
}
