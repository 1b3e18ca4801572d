import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { deployContracts, type Deployment } from '@app/chain';
import { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { checkCluster } from '@app/engine';
import { startMemoryChain } from '../../../dev/devnet/chain/chain.js';
import { fund } from '../../../dev/devnet/chain/deployment.js';
import { postgresUrl, withClient } from '../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../support/free-ports.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { temporarySecrets } from '../../../dev/devnet/secrets.js';
import { migrateTestDatabase, roleUrl } from '../../support/stack/database-roles.js';
import { eventually } from '../../support/eventually.js';
import { connectDatabase } from '../../support/open-database.js';
import { testRun } from '../../support/test-run.js';

const PAGE = readFileSync(path.join(PROJECT_ROOT, 'docs/backups.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const [ARCHIVE = '', BACK_UP = '', RETAIN = '', RESTORE = '', DUMP = '', RESTORE_DUMP = '', TEST = ''] = BLOCKS;
/** Folder of Debian's PostgreSQL. The npm package has no client programs. */
const DEBIAN = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const DATABASE = 'presage';
const run = promisify(execFile);

function findPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  return (
    versions.map((version) => path.join(DEBIAN, version, 'bin')).find((bin) => existsSync(`${bin}/pg_dump`)) ?? null
  );
}

/** A server of Debian's packages, and the shell in which an operator pastes the blocks of the page. */
class Server {
  readonly data: string;
  readonly folder: string;
  private readonly password = new Secret('backup');

  constructor(
    private readonly bin: string,
    private readonly port: number,
  ) {
    this.folder = mkdtempSync('/var/tmp/presage-backups-');
    this.data = path.join(this.folder, 'data');
    for (const name of ['backups', 'archive']) mkdirSync(path.join(this.folder, name));
    for (const name of ['', 'backups', 'archive']) {
      if (OWNER.uid !== undefined) chownSync(path.join(this.folder, name), OWNER.uid, OWNER.gid);
    }
    this.execute('initdb', ['-D', this.data, '-U', 'presage', '--auth=trust', '--no-sync']);
  }

  url(database = DATABASE): Secret {
    return postgresUrl({ port: this.port, password: this.password, database });
  }

  start(): void {
    const settings = `-p ${this.port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off`;
    this.execute('pg_ctl', ['-D', this.data, '-w', '-l', path.join(this.folder, 'log'), '-o', settings, 'start']);
  }

  stop(): void {
    this.execute('pg_ctl', ['-D', this.data, '-w', '-m', 'fast', 'stop']);
  }

  /** Runs a block of the page. @throws Error with its output when a command fails */
  async paste(block: string, env: Record<string, string> = {}): Promise<string> {
    const folders = { BACKUPS: `${this.folder}/backups`, ARCHIVE: `${this.folder}/archive`, PGDATA: this.data };
    const connection = { PGHOST: '127.0.0.1', PGPORT: String(this.port), PGUSER: 'presage' };
    const { stdout } = await run('/bin/bash', ['-euo', 'pipefail', '-c', block], {
      env: { PATH: `${this.bin}:${inheritedEnvironment().PATH ?? ''}`, ...connection, ...folders, ...env },
      cwd: PROJECT_ROOT,
      ...(env['DATABASE_URL_OF_COPY'] === undefined && OWNER),
    });
    return stdout;
  }

  async query<Row extends object>(text: string, database = DATABASE): Promise<Row[]> {
    return withClient(this.url(database), async (client) => (await client.query<Row>(text)).rows);
  }

  private execute(program: string, args: readonly string[]): void {
    execFileSync(path.join(this.bin, program), args, { ...OWNER, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** About a minute. */
describe('the commands of docs/backups.md', () => {
  const bin = findPrograms();
  let server: Server | null = null;
  let closeChain = (): Promise<unknown> => Promise.resolve();
  let chain: { rpcUrl: string; deployment: Deployment };

  afterAll(async () => {
    await closeChain();
    if (server === null) return;
    server.stop();
    rmSync(server.folder, { recursive: true });
  });

  it.each(BLOCKS)('are valid: %s', (block) => {
    expect(spawnSync('/bin/bash', ['-n', '-c', block], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  async function migrate(of: Server): Promise<void> {
    const { runFolder } = testRun();
    await migrateTestDatabase({ databaseUrl: of.url(), inherited: inheritedEnvironment(), runFolder });
  }

  async function startChain(): Promise<void> {
    const { folder, runFolder } = testRun();
    const port = await findFreePort();
    const running = await startMemoryChain({ port, logFile: path.join(folder, `chain-${port}.log`), runFolder });
    closeChain = () => running.stop(0);
    const { faucetKey } = temporarySecrets();
    await fund(running.rpcUrl, faucetKey);
    chain = {
      rpcUrl: running.rpcUrl,
      deployment: await deployContracts({ rpcUrl: running.rpcUrl, deployerKey: faucetKey }),
    };
  }

  async function addMark(of: Server, name: string): Promise<void> {
    await of.query(`INSERT INTO accounts (name, created_by) VALUES ('${name}', 'test')`);
  }

  async function readMarks(of: Server): Promise<string[]> {
    const rows = await of.query<{ name: string }>(`SELECT name FROM accounts WHERE name LIKE 'mark%' ORDER BY name`);
    return rows.map(({ name }) => name);
  }

  async function clusterState(of: Server): Promise<string> {
    const { database, close } = await connectDatabase(of.url().reveal(), 1);
    try {
      return (await checkCluster(database)).is;
    } finally {
      await close();
    }
  }

  it('copy a server, and bring back what the page says', async () => {
    if (bin === null) return expect(BLOCKS).toHaveLength(7); // the commands have been parsed above
    const used = new Server(bin, await findFreePort());
    server = used;
    used.start();
    await used.query(`CREATE DATABASE ${DATABASE}`, 'postgres');
    await migrate(used);
    await used.paste(ARCHIVE);
    used.stop();
    used.start();
    expect(await clusterState(used)).toBe('served');

    await addMark(used, 'mark 1');
    await used.paste(BACK_UP);
    await addMark(used, 'mark 2');
    const [{ now } = { now: '' }] = await used.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await addMark(used, 'mark 3');
    await used.paste(RETAIN);
    await used.paste(DUMP);
    await addMark(used, 'mark 4');
    await used.query('SELECT pg_switch_wal()');
    await eventually(
      () => used.query<{ count: string }>('SELECT archived_count AS count FROM pg_stat_archiver'),
      ([row]) => Number(row?.count) > 1,
    );

    used.stop();
    renameSync(used.data, `${used.data}.old`);
    mkdirSync(used.data, { mode: 0o700 });
    if (OWNER.uid !== undefined) chownSync(used.data, OWNER.uid, OWNER.gid);
    const [copy = ''] = readdirSync(path.join(used.folder, 'backups')).filter((name) => name.startsWith('20'));
    await used.paste(RESTORE, { COPY: copy, TARGET: now });
    used.start();
    await eventually(
      () => used.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers'),
      ([row]) => row?.recovers === false,
    );
    expect(await readMarks(used)).toEqual(['mark 1', 'mark 2']);
    expect(await clusterState(used)).toBe('reconciling');

    await used.query('CREATE ROLE presage_admin');
    await used.paste(RESTORE_DUMP);
    await migrate(used);
    expect(await readMarks(used)).toEqual(['mark 1', 'mark 2', 'mark 3']);
    expect(await clusterState(used)).toBe('reconciling');

    await startChain();
    const { factory, collateral } = chain.deployment;
    const settings = { FACTORY_ADDRESS: factory, COLLATERAL_ADDRESS: collateral, CHAIN_RPC_URL: chain.rpcUrl };
    const copyUrl = roleUrl(used.url(), 'ops').reveal();
    const { HOME = '/' } = process.env;
    const out = await used.paste(TEST, { ...settings, COPY_URL: copyUrl, DATABASE_URL_OF_COPY: copyUrl, HOME });
    expect(out).toContain('happened once');
  });
});
