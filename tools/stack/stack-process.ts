import { untilReady, type AppPart } from '../../apps/devnet/src/processes/apps.js';
import type { PartExit, RunningPart } from '../../apps/devnet/src/processes/child-part.js';

/** Longer than a process gives itself. */
const STOP_GRACE_MS = 15_000;

/** One process of a stack. Nobody restarts it but whoever started the stack. */
export class StackProcess {
  private readonly lines: string[] = [];
  private current: RunningPart | null = null;

  constructor(private readonly part: AppPart) {}

  get name(): string {
    return this.part.name;
  }

  /** Without a slash at the end. */
  get url(): string {
    return this.part.url;
  }

  get pid(): number {
    return this.running.pid;
  }

  /** Everything that it has written to its output so far, over all its lives. */
  get log(): string {
    return this.lines.join('\n');
  }

  /** Starts it and waits until it is ready. @throws Error with its output when it does not become ready */
  async start(): Promise<void> {
    const running = await this.launch();
    try {
      await untilReady(this.part, running);
    } catch (error) {
      const reason = error instanceof Error ? error.message : `${this.name} did not start`;
      throw new Error(`${reason}\n${this.log}`, { cause: error });
    }
  }

  /** Starts it without waiting for more than its pid. */
  async launch(): Promise<RunningPart> {
    this.current = await this.part.launch((line) => this.lines.push(line));
    return this.current;
  }

  /** Sends a signal, and after a SIGKILL waits for the end. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    this.running.kill(signal);
    if (signal === 'SIGKILL') await this.running.exited;
  }

  /** Its end, whenever it comes. */
  get exited(): Promise<PartExit> {
    return this.running.exited;
  }

  /** Ends it in an orderly way if it still runs, and starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.current?.stop(STOP_GRACE_MS);
  }

  private get running(): RunningPart {
    if (this.current === null) throw new Error(`${this.name} has not been started`);
    return this.current;
  }
}
