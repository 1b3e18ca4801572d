import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { preparePostgresHome, removePostgresHome } from '../../../dev/devnet/postgres/postgres-home.js';
import { DATABASE, type RunningPostgres, startPostgres, withClient } from '../../../dev/devnet/postgres/postgres.js';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';

const STOP_GRACE_MS = 20_000;
const PASSWORD = new Secret('chaos');

export interface ChaosPostgresOptions {
  readonly folder: string;
  readonly port: number;
  readonly runFolder: RunFolder;
}

/** A PostgreSQL that can be killed, restarted and restored from a backup. */
export class ChaosPostgres {
  private server: RunningPostgres;

  private constructor(
    private readonly options: ChaosPostgresOptions,
    server: RunningPostgres,
  ) {
    this.server = server;
  }

  static async start(options: ChaosPostgresOptions): Promise<ChaosPostgres> {
    return new ChaosPostgres(options, await launch(options));
  }

  url(database: string): Secret {
    return this.server.url(database);
  }

  /** Runs one statement on a direct connection, bypassing the proxies. */
  async query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return withClient(this.url(DATABASE), async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
      return rows;
    });
  }

  /** Kills every backend at once, like a power failure. The write-ahead log is replayed at the restart. */
  async crashAndRestart(): Promise<void> {
    this.server.kill('SIGKILL');
    await this.server.exited;
    this.server = await launch(this.options);
  }

  /** Copies the cluster as a backup. The server is down meanwhile. */
  async takeBackup(): Promise<void> {
    await this.whileDown((cluster, backup) => replaceFolder(backup, cluster));
  }

  /** Restores the backup by archive recovery, which starts a new timeline. */
  async restoreBackup(): Promise<void> {
    await this.whileDown((cluster, backup) => {
      replaceFolder(cluster, backup);
      appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `restore_command = 'false'\n`);
      writeFileSync(path.join(cluster, 'recovery.signal'), '');
      const { uid, gid } = statSync(cluster);
      chownSync(path.join(cluster, 'recovery.signal'), uid, gid);
    });
  }

  async stop(): Promise<void> {
    await this.server.stop(STOP_GRACE_MS);
    removePostgresHome(dataDirOf(this.options));
  }

  private async whileDown(work: (cluster: string, backup: string) => void): Promise<void> {
    await this.server.stop(STOP_GRACE_MS);
    const { folder } = preparePostgresHome(dataDirOf(this.options));
    work(path.join(folder, 'cluster'), path.join(folder, 'backup'));
    this.server = await launch(this.options);
  }
}

/** Keeps owners and modes, which PostgreSQL checks. */
function replaceFolder(target: string, source: string): void {
  rmSync(target, { recursive: true, force: true });
  execFileSync('cp', ['-a', source, target]);
}

function launch({ folder, port, runFolder }: ChaosPostgresOptions): Promise<RunningPostgres> {
  return startPostgres({
    ...{ port, runFolder, password: PASSWORD, durable: true },
    dataDir: dataDirOf({ folder }),
    logFile: path.join(folder, 'logs', 'postgres.log'),
  });
}

function dataDirOf({ folder }: { folder: string }): string {
  return path.join(folder, 'postgres');
}
