import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { preparePostgresHome, removePostgresHome } from '../../../dev/devnet/postgres/postgres-home.js';
import { postgresUrl, startPostgres, withClient, type RunningPostgres } from '../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../support/free-ports.js';
import type { TestRun } from '../../support/stack/test-run.js';
import { TcpProxy } from '../../../tools/support/tcp-proxy.js';
import { eventually } from '../../support/eventually.js';

const STOP_GRACE_MS = 20_000;
const ADMIN_DATABASE = 'postgres';
/** Keeps the log that a standby reads after its copy was made. */
const SETTINGS = { wal_keep_size: '1GB' } as const;
/** Files of the primary that a copy must not have. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'backup_label'];

interface Server {
  readonly running: RunningPostgres;
  readonly dataDir: string;
  readonly port: number;
}

/** A primary and its streaming standby, behind one address that follows a promotion. */
export class ReplicatedPostgres {
  private standby: Server | null = null;

  private constructor(
    private readonly run: TestRun,
    private readonly password: Secret,
    private readonly primary: Server,
    private readonly address: TcpProxy,
    /** Connection of the standby to the primary. */
    private readonly replication: TcpProxy,
  ) {}

  static async start(run: TestRun): Promise<ReplicatedPostgres> {
    const password = new Secret(randomBytes(16).toString('hex'));
    const primary = await startServer(run, password, newDataDir(run));
    const { port } = primary;
    return new ReplicatedPostgres(run, password, primary, await TcpProxy.open({ port }), await TcpProxy.open({ port }));
  }

  /** Connection string through the address. */
  url(database: string): Secret {
    return postgresUrl({ port: this.address.port, password: this.password, database });
  }

  /** Connection string of the standby. */
  standbyUrl(database: string): Secret {
    if (this.standby === null) throw new Error('there is no standby');
    return postgresUrl({ port: this.standby.port, password: this.password, database });
  }

  /** Kills the standby. */
  async loseStandby(): Promise<void> {
    this.standby?.running.kill('SIGKILL');
    await this.standby?.running.exited;
  }

  /** Copies the running primary by its backup functions, and starts the copy as a streaming standby. */
  async addStandby(): Promise<void> {
    const dataDir = newDataDir(this.run);
    const cluster = path.join(preparePostgresHome(dataDir).folder, 'cluster');
    await withClient(this.primary.running.url(ADMIN_DATABASE), async (client) => {
      await client.query(`SELECT pg_backup_start('standby', fast => true)`);
      execFileSync('cp', ['-a', clusterOf(this.primary), cluster]);
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
      );
      for (const file of NOT_COPIED) rmSync(path.join(cluster, file), { force: true });
      const owned = (name: string, text: string): void => {
        // A copied file keeps owner and mode of PostgreSQL's user.
        execFileSync('cp', ['-a', path.join(cluster, 'PG_VERSION'), path.join(cluster, name)]);
        writeFileSync(path.join(cluster, name), text);
      };
      owned('backup_label', rows[0]?.labelfile ?? '');
      owned('standby.signal', '');
    });
    const password = this.password.reveal();
    const primary = `host=127.0.0.1 port=${this.replication.port} user=presage password=${password} sslmode=disable`;
    appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    this.standby = await startServer(this.run, this.password, dataDir);
  }

  /** Resolves when the standby has replayed all that was committed before the call. */
  async replicated(): Promise<void> {
    const { primary, standby } = this;
    if (standby === null) throw new Error('there is no standby');
    const lsn = await readText(primary, 'SELECT pg_current_wal_insert_lsn()::text AS value');
    await eventually(
      () => readText(standby, `SELECT (pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn)::text AS value`),
      (isReplayed) => isReplayed === 'true',
    );
  }

  /** Breaks the replication: what is committed from now on is lost by a promotion. */
  loseReplication(): void {
    this.replication.refuse();
  }

  /** Kills the primary, promotes the standby, and moves the address to it. */
  async failOver(): Promise<void> {
    const { primary, standby } = this;
    if (standby === null) throw new Error('there is no standby');
    primary.running.kill('SIGKILL');
    await primary.running.exited;
    await readText(standby, 'SELECT pg_promote()::text AS value');
    this.address.redirect({ port: standby.port });
  }

  async stop(): Promise<void> {
    await Promise.all([this.address.close(), this.replication.close()]);
    for (const server of [this.standby, this.primary]) {
      await server?.running.stop(STOP_GRACE_MS);
      if (server !== null) removePostgresHome(server.dataDir);
    }
  }
}

function newDataDir({ folder }: TestRun): string {
  return path.join(folder, `postgres-${randomBytes(4).toString('hex')}`);
}

async function startServer({ folder, runFolder }: TestRun, password: Secret, dataDir: string): Promise<Server> {
  const port = await findFreePort();
  const logFile = path.join(folder, `${path.basename(dataDir)}.log`);
  const options = { dataDir, port, password, logFile, runFolder, durable: true, settings: SETTINGS };
  return { running: await startPostgres(options), dataDir, port };
}

function clusterOf({ dataDir }: Server): string {
  return path.join(preparePostgresHome(dataDir).folder, 'cluster');
}

async function readText({ running }: Server, statement: string): Promise<string> {
  return withClient(running.url(ADMIN_DATABASE), async (client) => {
    const { rows } = await client.query<{ value: string }>(statement);
    return rows[0]?.value ?? '';
  });
}
