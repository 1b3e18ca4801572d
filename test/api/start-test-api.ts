import { type ApiSettings, loadApiSettings } from '@app/config';
import pg from 'pg';
import { seedDemo, Database } from '@app/persistence';
import { createTestDatabase, type TestDatabase } from '../support/index.js';
import { ApiApp } from '../../apps/api/src/create-app.js';

export interface TestApi {
  url: string;
  database: TestDatabase;
  stop(): Promise<void>;
}

/** The API in this process, on a free port, with the demo data in a database of its own. */
export async function startTestApi(overrides: Partial<ApiSettings> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  await seed(database.url);
  const settings = loadApiSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_POOL_MAX: '4',
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    COLLATERAL_ADDRESS: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    PASSCODE_KEY: 'a key for tests, of no other use',
  });
  const app = await ApiApp.create({ ...settings, ...overrides });
  return {
    url: await app.listen('127.0.0.1', 0),
    database,
    stop: async () => {
      await app.close();
      await database.drop();
    },
  };
}

async function seed(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await seedDemo(new Database(pool));
  await pool.end();
}
