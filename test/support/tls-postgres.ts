import { randomBytes } from 'node:crypto';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import type { Client } from 'pg';
import { findFreePort } from './free-ports.js';
import { removePostgresHome } from '../../dev/devnet/postgres/postgres-home.js';
import { startPostgres, withClient } from '../../dev/devnet/postgres/postgres.js';
import type { Certificate } from './certificates.js';
import { eventually } from './eventually.js';
import { testRun } from './test-run.js';

const ADMIN_DATABASE = 'postgres';
const STOP_GRACE_MS = 20_000;

export interface TlsPostgres {
  url(database: string): Secret;
  stop(): Promise<void>;
}

/** Starts a separate PostgreSQL on 127.0.0.1, which accepts connections with TLS. */
export async function startTlsPostgres(certificate: Certificate): Promise<TlsPostgres> {
  const { folder, runFolder } = testRun();
  const dataDir = path.join(folder, `postgres-tls-${randomBytes(4).toString('hex')}`);
  const running = await startPostgres({
    dataDir,
    runFolder,
    port: await findFreePort(),
    password: new Secret(randomBytes(16).toString('hex')),
    logFile: `${dataDir}.log`,
    durable: false,
  });
  const url = running.url(ADMIN_DATABASE);
  await withClient(url, (client) => turnOn(client, certificate));
  await eventually(
    () => withClient(url, (client) => show(client, 'ssl')),
    (value) => value === 'on',
  );
  const stop = async (): Promise<void> => {
    await running.stop(STOP_GRACE_MS);
    removePostgresHome(dataDir);
  };
  return { url: (database) => running.url(database), stop };
}

/** Writes the files where PostgreSQL looks for them. It refuses a key that other users can read. */
async function turnOn(client: Client, { certificate, privateKey }: Certificate): Promise<void> {
  const cluster = await show(client, 'data_directory');
  const { uid, gid } = statSync(cluster);
  for (const [name, content] of Object.entries({ 'server.crt': certificate, 'server.key': privateKey })) {
    const file = path.join(cluster, name);
    writeFileSync(file, content, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
}

async function show(client: Client, setting: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`SHOW ${setting}`);
  return rows[0]?.[setting] ?? '';
}
