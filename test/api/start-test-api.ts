import { Secret } from '@app/common';
import { type ApiSettings, loadApiSettings } from '@app/config';
import { type Database, seedDemo } from '@app/persistence';
import { createApp, type CreateAppOptions } from '../../apps/api/src/create-app.js';
import { connectDatabase } from '../agents/open-database.js';
import { createTestDatabase } from '../support/index.js';

export interface TestApi {
  url: string;
  /** The connection string of its database. */
  databaseUrl: string;
  /** SQL on its database, past the API. */
  database: Database;
  /** Ends the API alone. */
  close(): Promise<void>;
  /** Ends everything. */
  stop(): Promise<void>;
}

export interface TestApiOptions extends Partial<ApiSettings>, Pick<CreateAppOptions, 'handlerTimeoutMs'> {
  /** Where the API reaches its database, when that is not straight. */
  reachDatabaseBy?: (url: string) => Promise<string>;
}

/** The API in this process, on a free port, with the demo data in a database of its own. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { reachDatabaseBy, handlerTimeoutMs, ...overrides } = options;
  const created = await createTestDatabase();
  const databaseUrl = created.url;
  const { database, close: disconnect } = await connectDatabase(databaseUrl, 2);
  await seedDemo(database);
  const reached = new Secret((await reachDatabaseBy?.(databaseUrl)) ?? databaseUrl);
  const settings = { ...testSettings(), DATABASE_URL: reached, ...overrides };
  const app = await createApp(settings, { handlerTimeoutMs });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const close = (): Promise<void> => app.close();
  const stop = async (): Promise<void> => {
    await close();
    await disconnect();
    await created.drop();
  };
  return { url, databaseUrl, database, close, stop };
}

/** What an API needs to start; its database is yet to be named. */
export function testSettings(): ApiSettings {
  return loadApiSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://replaced.below',
    DATABASE_POOL_MAX: '4',
    DATABASE_CONNECT_TIMEOUT_MS: '60000', // a slow machine is no overload
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    COLLATERAL_ADDRESS: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    PASSCODE_KEY: 'a key for tests, of no other use',
  });
}
