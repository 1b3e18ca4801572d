import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { findFreePort } from '../../apps/devnet/src/processes/ports.js';
import { removePostgresHome } from '../../apps/devnet/src/postgres/postgres-home.js';
import { startPostgres, type RunningPostgres } from '../../apps/devnet/src/postgres/postgres.js';
import { removeFolder } from '../../apps/devnet/src/processes/remove-folder.js';
import { RunFolder } from '../../apps/devnet/src/processes/run-folder.js';

const OWNER = 'test-run';
/** PostgreSQL writes down what it has in memory before it ends; killed, it would leave others that still write. */
const LEFTOVER_GRACE_MS = 30_000;

/** A folder of its own for one run of the tests, marked with the process that owns it. */
export class TestRun {
  readonly runFolder: RunFolder;

  private constructor(readonly folder: string) {
    this.runFolder = new RunFolder(path.join(folder, 'run'));
  }

  /** Clears what killed runs left under `root`, then makes a folder for the run that `ownerPid` leads. */
  static async begin(root: string, ownerPid: number): Promise<TestRun> {
    await clearAbandonedRuns(root);
    const run = new TestRun(path.join(root, `${ownerPid}-${randomBytes(4).toString('hex')}`));
    new RunFolder(path.join(run.folder, 'owner')).record(OWNER, ownerPid, 'SIGTERM');
    return run;
  }

  /** The run that another process of the same test run began. */
  static open(folder: string): TestRun {
    return new TestRun(folder);
  }

  /** PostgreSQL that forgets a power failure and nothing else; 0.7 s with a new cluster. */
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

  /** Ends every process that the run still has, and removes its folder. */
  async end(): Promise<void> {
    await this.runFolder.clearLeftovers({ graceMs: LEFTOVER_GRACE_MS });
    removePostgresHome(path.join(this.folder, 'postgres'));
    removeFolder(this.folder);
  }
}

/** Ends and removes what runs whose owner is dead have left under `root`. */
export async function clearAbandonedRuns(root: string): Promise<void> {
  mkdirSync(root, { recursive: true });
  for (const name of readdirSync(root)) await clearIfAbandoned(path.join(root, name));
}

async function clearIfAbandoned(folder: string): Promise<void> {
  const owner = path.join(folder, 'owner');
  if (existsSync(owner) && new RunFolder(owner).listLive().length > 0) return;
  await TestRun.open(folder).end();
}
