import { setTimeout as delay } from 'node:timers/promises';
import { waitUntilReady, type AppProcess } from '../../../dev/devnet/processes/apps.js';
import type { RunningProcess } from '../../../dev/devnet/processes/start-process.js';

const RESTART_DELAY_MS = 100;
const POLL_INTERVAL_MS = 20;
/** Longer than the processes' own shutdown timeout. */
const STOP_GRACE_MS = 15_000;

export interface ChaosProcessOptions {
  readonly name: string;
  /** Returns the process to launch. Called at every start, because a start may arm other failpoints. */
  readonly nextProcess: () => AppProcess;
  readonly onLine: (line: string) => void;
}

export class ChaosProcess {
  deaths = 0;
  private running: RunningProcess | null = null;
  private isReady = false;
  private isEnding = false;
  private supervision: Promise<void> = Promise.resolve();

  constructor(private readonly options: ChaosProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  get isUp(): boolean {
    return this.isReady;
  }

  async start(): Promise<void> {
    this.supervision = this.supervise();
    await this.untilUp();
  }

  async untilUp(): Promise<void> {
    while (!this.isReady && !this.isEnding) await delay(POLL_INTERVAL_MS);
  }

  /** @returns whether a process was running */
  signal(signal: NodeJS.Signals): boolean {
    if (this.running === null) return false;
    this.running.kill(signal);
    return true;
  }

  async stop(): Promise<void> {
    this.isEnding = true;
    this.signal('SIGCONT');
    await this.running?.stop(STOP_GRACE_MS);
    await this.supervision;
  }

  private async supervise(): Promise<void> {
    while (!this.isEnding) {
      const app = this.options.nextProcess();
      const running = await app.launch(this.options.onLine);
      this.running = running;
      if (this.isEnding) await running.stop(STOP_GRACE_MS); // `stop` was called during the launch
      const ended = running.exited.then(() => (this.isReady = false));
      try {
        await waitUntilReady(app, running);
        this.isReady = true;
      } catch {
        this.isReady = false; // died during the start; the loop restarts it
      }
      await ended;
      this.running = null;
      this.deaths += 1;
      await delay(RESTART_DELAY_MS);
    }
  }
}
