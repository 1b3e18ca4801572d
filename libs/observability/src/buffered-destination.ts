import { type DestinationStream, pino } from 'pino';

/** Lines are written by the hundred, for each write costs as much as many lines. */
const MAX_CHARACTERS = 65_536;
const STDOUT = 1;

/**
 * Holds lines back and writes them together: pino's own buffer counts the bytes of all that it holds with each line, which
 * costs more than the line itself where many are held.
 */
export class BufferedDestination implements DestinationStream {
  private readonly out = pino.destination({ fd: STDOUT, sync: false });
  private held: string[] = [];
  private characters = 0;
  private timer: NodeJS.Timeout | undefined;

  private isWatchingExit = false;

  /** @param holdMs no line waits longer */
  constructor(private readonly holdMs: number) {}

  write(line: string): void {
    this.watchExit();
    this.held.push(line);
    this.characters += line.length;
    if (this.characters >= MAX_CHARACTERS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), this.holdMs).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.held.length === 0) return;
    const text = this.held.join('');
    this.held = [];
    this.characters = 0;
    this.out.write(text);
  }

  /** What is held when the process exits has no other moment to be written. */
  private watchExit(): void {
    if (this.isWatchingExit) return;
    this.isWatchingExit = true;
    process.once('exit', () => {
      this.flush();
      this.out.flushSync();
    });
  }
}
