import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { findFreePort } from '../free-ports.js';
import { removePostgresHome } from '../../../dev/devnet/postgres/postgres-home.js';
import { startPostgres, type RunningPostgres } from '../../../dev/devnet/postgres/postgres.js';
import { removeFolder } from '../../../dev/devnet/processes/remove-folder.js';
import { RunFolder } from '../../../dev/devnet/processes/run-folder.js';

const OWNER = 'test-run';
/** Time for PostgreSQL's shutdown checkpoint. A killed postmaster would leave backends that still write. */
const LEFTOVER_GRACE_MS = 30_000;

/** Folder of one test run, marked with the process that owns it. */
export class TestRun {
  readonly runFolder: RunFolder;

  private constructor(readonly folder: string) {
    this.runFolder = new RunFolder(path.join(folder, 'run'));
  }

  /** Removes abandoned runs below `root`, and creates the folder of the run that process `ownerPid` owns. */
  static async begin(root: string, ownerPid: number): Promise<TestRun> {
    await clearAbandonedRuns(root);
    const run = new TestRun(path.join(root, `${ownerPid}-${randomBytes(4).toString('hex')}`));
    new RunFolder(path.join(run.folder, 'owner')).record(OWNER, ownerPid, 'SIGTERM');
    return run;
  }

  /** Opens the folder of a run that another process has begun. */
  static open(folder: string): TestRun {
    return new TestRun(folder);
  }

  /** Starts PostgreSQL without flushing to disk; it survives a kill, but not a power failure. Takes 0.7 s. */
  async startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<RunningPostgres> {
    return startPostgres({
      settings,
      dataDir: path.join(this.folder, 'postgres'),
      port: await findFreePort(),
      password: new Secret(randomBytes(16).toString('hex')),
      logFile: path.join(this.folder, 'postgres.log'),
      runFolder: this.runFolder,
      durable: false,
    });
  }

  /** Ends all processes of the run and removes its folder. */
  async end(): Promise<void> {
    await this.runFolder.endLeftovers({ graceMs: LEFTOVER_GRACE_MS });
    removePostgresHome(path.join(this.folder, 'postgres'));
    removeFolder(this.folder);
  }
}

/** Ends and removes the runs below `root` whose owner is dead. */
export async function clearAbandonedRuns(root: string): Promise<void> {
  mkdirSync(root, { recursive: true });
  for (const name of readdirSync(root)) await clearIfAbandoned(path.join(root, name));
}

async function clearIfAbandoned(folder: string): Promise<void> {
  const owner = path.join(folder, 'owner');
  if (existsSync(owner) && new RunFolder(owner).listLive().length > 0) return;
  await TestRun.open(folder).end();
}
