import { Secret } from '@app/common';
import { type ApiSettings, loadApiSettings } from '@app/config';
import type { Database } from '@app/persistence';
import { createApp, type CreateAppOptions } from '../../apps/api/src/create-app.js';
import { roleUrl } from '../support/stack/database-roles.js';
import { connectDatabase } from '../support/open-database.js';
import { createTestDatabase } from '../support/index.js';
import { WEBHOOK_KEY } from '../webhooks/webhook-key.js';

export interface TestApi {
  url: string;
  /** Connection string of its database, as the server's administrator. */
  databaseUrl: string;
  /** Runs SQL on the API's database, as the server's administrator. */
  database: Database;
  /** Closes the API and keeps the database. */
  close(): Promise<void>;
  /** Closes the API and drops the database. */
  stop(): Promise<void>;
}

export interface TestApiOptions extends Partial<ApiSettings>, CreateAppOptions {
  /** Returns the address at which the API reaches its database, such as a proxy's. */
  reachDatabaseBy?: (url: string) => Promise<string>;
}

/** Starts the API in this process, on a free port, with the demo data in a new database. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { reachDatabaseBy, handlerTimeoutMs, log, ...overrides } = options;
  const created = await createTestDatabase({ demo: true });
  const databaseUrl = created.url;
  const { database, close: disconnect } = await connectDatabase(databaseUrl, 2);
  const apiUrl = roleUrl(new Secret(databaseUrl), 'api').reveal();
  const reached = new Secret((await reachDatabaseBy?.(apiUrl)) ?? apiUrl);
  const settings = { ...testSettings(), DATABASE_URL: reached, ...overrides };
  const app = await createApp(settings, { handlerTimeoutMs, ...(log !== undefined && { log }) });
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

/** Settings of an API without a database. */
export function testSettings(): ApiSettings {
  return loadApiSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://replaced.below',
    DATABASE_POOL_MAX: '4',
    DATABASE_CONNECT_TIMEOUT_MS: '60000', // a slow machine must not count as overload
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    COLLATERAL_ADDRESS: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    PASSCODE_KEY: '00'.repeat(32),
    WEBHOOK_KEY,
  });
}
