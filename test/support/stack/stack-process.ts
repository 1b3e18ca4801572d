import { waitUntilReady, type AppProcess } from '../../../dev/devnet/processes/apps.js';
import type { ProcessExit, RunningProcess } from '../../../dev/devnet/processes/start-process.js';

/** Longer than the shutdown timeout of API and worker. */
const STOP_GRACE_MS = 60_000;

/** A process of a stack. It is not supervised: the test restarts it. */
export class StackProcess {
  private readonly lines: string[] = [];
  private current: RunningProcess | null = null;

  constructor(private readonly app: AppProcess) {}

  get name(): string {
    return this.app.name;
  }

  /** Base URL without a trailing slash. */
  get url(): string {
    return this.app.url;
  }

  get pid(): number {
    return this.running.pid;
  }

  /** Output of all its runs. */
  get log(): string {
    return this.lines.join('\n');
  }

  /** Starts the process and waits until it is ready. @throws Error with its output when it does not become ready */
  async start(): Promise<void> {
    const running = await this.launch();
    try {
      await waitUntilReady(this.app, running);
    } catch (error) {
      const reason = error instanceof Error ? error.message : `${this.name} did not start`;
      throw new Error(`${reason}\n${this.log}`, { cause: error });
    }
  }

  /** Starts the process without waiting until it is ready. */
  async launch(): Promise<RunningProcess> {
    this.current = await this.app.launch((line) => this.lines.push(line));
    return this.current;
  }

  /** Sends a signal. After SIGKILL resolves when the process has exited. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    this.running.kill(signal);
    if (signal === 'SIGKILL') await this.running.exited;
  }

  /** Resolves when the process exits. */
  get exited(): Promise<ProcessExit> {
    return this.running.exited;
  }

  /** Stops the process gracefully if it runs, and starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.current?.stop(STOP_GRACE_MS);
  }

  private get running(): RunningProcess {
    if (this.current === null) throw new Error(`${this.name} has not been started`);
    return this.current;
  }
}
