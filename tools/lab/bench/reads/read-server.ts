import { loadApiSettings, loadMigrateSettings } from '@app/config';
import { migrateDatabase } from '@app/persistence';
import { migrateQueue } from '@app/queue';
import pg from 'pg';
import { createApp } from '../../../../apps/api/src/create-app.js';
import { ensureDatabase, type RunningPostgres } from '../../../../dev/devnet/postgres/postgres.js';
import { secondsOf } from '../support/measure.js';
import { type ReadSizes, seedReads } from './seed-reads.js';

/** An API in this process, and a connection to its database. */
export interface ReadServer {
  readonly baseUrl: string;
  readonly client: pg.Client;
  close(): Promise<void>;
}

/** Creates and fills a database, and starts an API on it. */
export async function openReadServer(postgres: RunningPostgres, name: string, size: ReadSizes): Promise<ReadServer> {
  await ensureDatabase(postgres.url('postgres'), name);
  const url = postgres.url(name);
  await migrateDatabase({ settings: loadMigrateSettings({ DATABASE_URL: url.reveal() }), migrateQueue, isDemo: false });
  const client = new pg.Client({ connectionString: url.reveal() });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  const seconds = await secondsOf(() => seedReads(client, size));
  console.log(`${name}: filled in ${seconds.toFixed(0)} s`);
  const app = await createApp(
    loadApiSettings({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: url.reveal(),
      DATABASE_POOL_MAX: '2',
      CHAIN_RPC_URL: 'http://127.0.0.1:1',
      FACTORY_ADDRESS: `0x${'11'.repeat(20)}`,
      COLLATERAL_ADDRESS: `0x${'22'.repeat(20)}`,
      PASSCODE_KEY: '00'.repeat(32),
    }),
  );
  await app.listen(0, '127.0.0.1');
  const close = async (): Promise<void> => {
    await app.close();
    await client.end();
  };
  return { baseUrl: await app.getUrl(), client, close };
}
