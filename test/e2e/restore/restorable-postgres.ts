import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { preparePostgresHome, removePostgresHome } from '../../../dev/devnet/postgres/postgres-home.js';
import {
  DATABASE,
  postgresUrl,
  type RunningPostgres,
  startPostgres,
  withClient,
} from '../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../support/free-ports.js';
import type { TestRun } from '../../support/stack/test-run.js';

const STOP_GRACE_MS = 20_000;
const ADMIN_DATABASE = 'postgres';
const COPIED_DATABASE = 'copied';
/** Files of a running server that a copy must not have. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts'];

/** A PostgreSQL whose copies can be put back. */
export class RestorablePostgres {
  private constructor(
    private readonly options: Parameters<typeof startPostgres>[0],
    private server: RunningPostgres,
  ) {}

  static async start({ folder, runFolder }: TestRun): Promise<RestorablePostgres> {
    const dataDir = path.join(folder, `postgres-${randomBytes(4).toString('hex')}`);
    const options = {
      ...{ dataDir, port: await findFreePort(), password: new Secret(randomBytes(16).toString('hex')), runFolder },
      ...{ logFile: `${dataDir}.log`, durable: true },
    };
    return new RestorablePostgres(options, await startPostgres(options));
  }

  url(database = DATABASE): Secret {
    return postgresUrl({ ...this.options, database });
  }

  /** Copies the running cluster as pg_basebackup does. */
  async backUp(): Promise<void> {
    await withClient(this.url(ADMIN_DATABASE), async (client) => {
      await client.query(`SELECT pg_backup_start('copy', fast => true)`);
      this.copyCluster();
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
      );
      // The log that the copy was made under; an archive would have it.
      execFileSync('cp', ['-a', path.join(this.cluster, 'pg_wal'), this.copy]);
      this.addFile('backup_label', rows[0]?.labelfile ?? '');
    });
  }

  /** Copies the files of the stopped cluster, as a snapshot of a disk has them. */
  async takeSnapshot(): Promise<void> {
    await this.whileDown(() => this.copyCluster());
  }

  /** Puts the copied files back. @param recovers whether as a recovery from an archive, which starts a new timeline */
  async restoreFiles({ recovers }: { recovers: boolean }): Promise<void> {
    await this.whileDown(() => {
      if (recovers) {
        appendFileSync(path.join(this.copy, 'postgresql.auto.conf'), `restore_command = 'false'\n`);
        this.addFile('recovery.signal', '');
      }
      rmSync(this.cluster, { recursive: true });
      execFileSync('cp', ['-a', this.copy, this.cluster]);
    });
  }

  /** Copies the database within the server. */
  async copyDatabase(): Promise<void> {
    await this.withoutSessions(`CREATE DATABASE ${COPIED_DATABASE} TEMPLATE ${DATABASE}`);
  }

  /** Replaces the database by its copy. The server goes on. */
  async restoreDatabase(): Promise<void> {
    await this.withoutSessions(`DROP DATABASE ${DATABASE}`);
    await this.query(`ALTER DATABASE ${COPIED_DATABASE} RENAME TO ${DATABASE}`, ADMIN_DATABASE);
  }

  async query<Row extends object>(text: string, database = DATABASE): Promise<Row[]> {
    return withClient(this.url(database), async (client) => {
      const { rows } = await client.query<Row>(text);
      return rows;
    });
  }

  async stop(): Promise<void> {
    await this.server.stop(STOP_GRACE_MS);
    removePostgresHome(this.options.dataDir);
  }

  private get cluster(): string {
    return path.join(preparePostgresHome(this.options.dataDir).folder, 'cluster');
  }

  private get copy(): string {
    return `${this.cluster}.copy`;
  }

  private copyCluster(): void {
    rmSync(this.copy, { recursive: true, force: true });
    execFileSync('cp', ['-a', this.cluster, this.copy]);
    for (const file of NOT_COPIED) rmSync(path.join(this.copy, file), { force: true });
  }

  /** Adds a file to the copy. A copied file keeps owner and mode of PostgreSQL's user. */
  private addFile(name: string, text: string): void {
    execFileSync('cp', ['-a', path.join(this.copy, 'PG_VERSION'), path.join(this.copy, name)]);
    writeFileSync(path.join(this.copy, name), text);
  }

  private async whileDown(work: () => void): Promise<void> {
    await this.server.stop(STOP_GRACE_MS);
    work();
    this.server = await startPostgres(this.options);
  }

  private async withoutSessions(statement: string): Promise<void> {
    await this.query(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`, ADMIN_DATABASE);
    await this.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${DATABASE}'`,
      ADMIN_DATABASE,
    );
    await this.query(statement, ADMIN_DATABASE);
    await this.query(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`, ADMIN_DATABASE).catch(() => undefined); // dropped
  }
}
