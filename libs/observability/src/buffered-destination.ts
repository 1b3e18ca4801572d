import { type DestinationStream, pino } from 'pino';

/** Buffered characters that trigger a write before the delay has passed. */
const MAX_CHARACTERS = 65_536;
const STDOUT = 1;

/**
 * Buffers log lines and writes them in one call, because a write costs as much as many lines. Replaces pino's own
 * buffering, which recounts the bytes of all buffered lines with each line.
 */
export class BufferedDestination implements DestinationStream {
  private readonly out = pino.destination({ fd: STDOUT, sync: false });
  private lines: string[] = [];
  private characters = 0;
  private timer: NodeJS.Timeout | undefined;
  private flushesOnExit = false;

  /** @param maxDelayMs longest time that a line stays in the buffer */
  constructor(private readonly maxDelayMs: number) {}

  write(line: string): void {
    this.flushOnExit();
    this.lines.push(line);
    this.characters += line.length;
    if (this.characters >= MAX_CHARACTERS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), this.maxDelayMs).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines.length === 0) return;
    const text = this.lines.join('');
    this.lines = [];
    this.characters = 0;
    this.out.write(text);
  }

  private flushOnExit(): void {
    if (this.flushesOnExit) return;
    this.flushesOnExit = true;
    process.once('exit', () => {
      this.flush();
      this.out.flushSync();
    });
  }
}
