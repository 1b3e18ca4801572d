const LABEL_WIDTH = 15;

/** What the person at the terminal sees: our own steps with the time since the start, and the lines of the parts. */
export class Terminal {
  constructor(
    private readonly write: (line: string) => void,
    private readonly elapsedMs: () => number,
  ) {}

  /** One step that has been taken. */
  step(text: string): void {
    this.write(`[${seconds(this.elapsedMs()).padStart(7)}] ${text}`);
  }

  /** A line that a part wrote. */
  part(name: string): (line: string) => void {
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
