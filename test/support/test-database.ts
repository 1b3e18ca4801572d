import { randomBytes } from 'node:crypto';
import pg from 'pg';

const TEMPLATE = 'presage_template';
/** One copy of a template at a time: PostgreSQL refuses a second one while the first is being made. */
const COPY_LOCK = 7_102_024;

export interface TestDatabase {
  /** Connection string of a database of this test's own, migrated. */
  readonly url: string;
  /** Removes it, open connections notwithstanding. */
  drop(): Promise<void>;
}

/** Copies the migrated template to a new database: 30 ms, and no test sees another one's rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [COPY_LOCK]);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdmin(async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

async function asAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_ADMIN_URL;
  if (url === undefined) throw new Error('no PostgreSQL: only *.int-spec.ts and *.e2e-spec.ts files are given one');
  return url;
}
