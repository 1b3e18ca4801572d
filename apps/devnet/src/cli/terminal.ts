const LABEL_WIDTH = 15;

/** Prints the steps of the start with their time, and the output of the processes with their names. */
export class Terminal {
  constructor(
    private readonly write: (line: string) => void,
    private readonly elapsedMs: () => number,
  ) {}

  /** Prints a completed step. */
  step(text: string): void {
    this.write(`[${seconds(this.elapsedMs()).padStart(7)}] ${text}`);
  }

  /** Returns a function that prints lines of a process. */
  linesOf(name: string): (line: string) => void {
    const label = name.padEnd(LABEL_WIDTH);
    return (line) => this.write(`${label} | ${line}`);
  }

  plain(text: string): void {
    this.write(text);
  }

  get elapsed(): string {
    return seconds(this.elapsedMs());
  }
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
