import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret } from '@app/common';
import { testRun } from '../../../../test/support/test-run.js';
import { findFreePort } from '../../../../test/support/free-ports.js';
import { clusterOf } from '../postgres-cluster.js';
import { preparePostgresHome, removePostgresHome } from '../postgres-home.js';
import { ensureDatabase, startPostgres, withClient, type PostgresOptions, type RunningPostgres } from '../postgres.js';

const password = new Secret('correct horse');

async function optionsFor(dataDir: string): Promise<PostgresOptions> {
  const run = testRun();
  return {
    dataDir,
    port: await findFreePort(),
    password,
    logFile: path.join(run.folder, `${path.basename(dataDir)}.log`),
    runFolder: run.runFolder,
    durable: false,
  };
}

const rows = (postgres: RunningPostgres) =>
  withClient(postgres.url('kept'), async (client) => (await client.query<{ n: number }>('SELECT n FROM notes')).rows);

const writeRow = (postgres: RunningPostgres) =>
  withClient(postgres.url('kept'), (client) => client.query('CREATE TABLE notes AS SELECT 1 AS n'));

describe('startPostgres', () => {
  let folder: string;
  let options: PostgresOptions;
  let postgres: RunningPostgres | null = null;

  beforeEach(async () => {
    folder = path.join(testRun().folder, randomUUID());
    options = await optionsFor(path.join(folder, 'data'));
  });

  afterEach(async () => {
    await postgres?.stop(5_000);
    removePostgresHome(options.dataDir);
  });

  const start = async (): Promise<RunningPostgres> => (postgres = await startPostgres(options));

  it('keeps rows over a graceful stop and over a SIGKILL', async () => {
    await ensureDatabase((await start()).url('postgres'), 'kept');
    await writeRow(running());
    await running().stop(5_000);
    await start();
    expect(await rows(running())).toEqual([{ n: 1 }]);
    running().kill('SIGKILL');
    await running().exited;
    await ensureDatabase((await start()).url('postgres'), 'kept');
    expect(await rows(running())).toEqual([{ n: 1 }]);
  });

  it('says which command helps when another major version made the data', async () => {
    await (await start()).stop(5_000);
    writeFileSync(path.join(clusterOf(preparePostgresHome(options.dataDir)), 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(
      /is from PostgreSQL 12, and \d+ is installed\. npm run reset removes the data/,
    );
  });

  it('replaces an orphaned postmaster', async () => {
    const orphan = await start();
    options = { ...options, port: await findFreePort() };
    await start();
    expect(await orphan.exited).toMatchObject({ code: 0 });
  });

  it('starts although an unrelated process has the pid of a killed postmaster', async () => {
    const first = await start();
    first.kill('SIGKILL');
    await first.exited;
    const { folder: home } = preparePostgresHome(options.dataDir);
    const pidFile = path.join(home, 'cluster', 'postmaster.pid');
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [String(process.ppid), ...rest].join('\n'));
    await expect(start()).resolves.toBeDefined();
  });

  it('removes an unfinished initdb', async () => {
    const { folder: home } = preparePostgresHome(options.dataDir);
    writeFileSync(path.join(home, 'cluster.new'), 'cut off');
    await expect(start()).resolves.toBeDefined();
    expect(existsSync(path.join(home, 'cluster.new'))).toBe(false);
  });

  it('relocates the cluster of a folder that other users cannot enter, keeps its rows, and removes it', async () => {
    const closed = mkdtempSync(path.join(tmpdir(), 'presage-closed-'));
    chmodSync(closed, 0o700);
    options = await optionsFor(path.join(closed, 'data'));
    await ensureDatabase((await start()).url('postgres'), 'kept');
    await writeRow(running());
    await running().stop(5_000);
    await start();
    expect(await rows(running())).toEqual([{ n: 1 }]);
    await running().stop(5_000);
    const { folder: home } = preparePostgresHome(options.dataDir);
    removePostgresHome(options.dataDir);
    removePostgresHome(closed);
    expect([existsSync(home), existsSync(closed)]).toEqual([false, false]);
  });

  it('rejects when another server listens on the port', async () => {
    await start();
    const occupied = { ...(await optionsFor(path.join(folder, 'other'))), port: options.port, retryTimeoutMs: 0 };
    await expect(startPostgres(occupied)).rejects.toThrow(/did not start[^]*Address already in use/);
    removePostgresHome(occupied.dataDir);
  });

  function running(): RunningPostgres {
    if (postgres === null) throw new Error('not started');
    return postgres;
  }
});
