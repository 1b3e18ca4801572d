import path from 'node:path';
import { Secret } from '@app/common';
import { findFreePort } from '../../../test/support/free-ports.js';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import type { RunningProcess } from '../../../dev/devnet/processes/start-process.js';
import { startPgbouncer } from './pgbouncer.js';

const STOP_GRACE_MS = 2_000;

export interface ChaosPoolerOptions {
  readonly postgresUrl: Secret;
  readonly folder: string;
  readonly runFolder: RunFolder;
}

export class ChaosPooler {
  private constructor(
    readonly port: number,
    private readonly launch: () => Promise<RunningProcess>,
    private running: RunningProcess,
  ) {}

  static async start({ postgresUrl, folder, runFolder }: ChaosPoolerOptions): Promise<ChaosPooler> {
    const url = new URL(postgresUrl.reveal());
    const port = await findFreePort();
    const options = {
      ...{ port, postgresPort: Number(url.port), password: new Secret(url.password), folder, runFolder },
      logFile: path.join(folder, 'logs', 'pgbouncer.log'),
    };
    const launch = (): Promise<RunningProcess> => startPgbouncer(options);
    return new ChaosPooler(port, launch, await launch());
  }

  /** Kills it, which ends every connection in the middle of its transaction, and starts it again. */
  async restart(): Promise<void> {
    this.running.kill('SIGKILL');
    await this.running.exited;
    this.running = await this.launch();
  }

  stop(): Promise<void> {
    return this.running.stop(STOP_GRACE_MS);
  }
}
