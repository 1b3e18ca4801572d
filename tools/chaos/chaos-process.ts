import { setTimeout as delay } from 'node:timers/promises';
import { waitUntilReady, type AppProcess } from '../../apps/devnet/src/processes/apps.js';
import type { RunningProcess } from '../../apps/devnet/src/processes/start-process.js';

const RESTART_DELAY_MS = 100;
/** Longer than a process gives itself. */
const STOP_GRACE_MS = 15_000;

export interface ChaosProcessOptions {
  readonly name: string;
  /** What is launched next: asked again at every start, since a start may carry other failpoints. */
  readonly nextProcess: () => AppProcess;
  readonly onLine: (line: string) => void;
}

/** A process of the product that is started again whenever it dies, as a supervisor would. */
export class ChaosProcess {
  deaths = 0;
  #running: RunningProcess | null = null;
  #up = false;
  #ending = false;
  #life: Promise<void> = Promise.resolve();

  constructor(private readonly options: ChaosProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  get isUp(): boolean {
    return this.#up;
  }

  async start(): Promise<void> {
    this.#life = this.#live();
    await this.untilUp();
  }

  async untilUp(): Promise<void> {
    while (!this.#up && !this.#ending) await delay(20);
  }

  /** Says whether there was a process to send it to. */
  signal(signal: NodeJS.Signals): boolean {
    if (this.#running === null) return false;
    this.#running.kill(signal);
    return true;
  }

  async stop(): Promise<void> {
    this.#ending = true;
    this.signal('SIGCONT');
    await this.#running?.stop(STOP_GRACE_MS);
    await this.#life;
  }

  async #live(): Promise<void> {
    while (!this.#ending) {
      const part = this.options.nextProcess();
      const running = await part.launch(this.options.onLine);
      this.#running = running;
      if (this.#ending) await running.stop(STOP_GRACE_MS); // it came up while the end began
      const ended = running.exited.then(() => (this.#up = false));
      try {
        await waitUntilReady(part, running);
        this.#up = true;
      } catch {
        this.#up = false; // it died while it started; it is started again below
      }
      await ended;
      this.#running = null;
      this.deaths += 1;
      await delay(RESTART_DELAY_MS);
    }
  }
}
