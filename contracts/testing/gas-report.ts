/** Gas of accepted calls, by function and form (direct, or once with a ref). */
export class GasReport {
  private readonly used = new Map<string, number[]>();

  add(name: string, gasUsed: number): void {
    this.used.set(name, [...(this.used.get(name) ?? []), gasUsed]);
  }

  has(name: string): boolean {
    return this.used.has(name);
  }

  /** Returns a table of calls and of minimum, median and maximum gas. */
  toString(): string {
    const rows = [...this.used]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([name, used]) => row(name, used));
    const head = `${'accepted call'.padEnd(28)}${['calls', 'min', 'median', 'max'].map((title) => title.padStart(10)).join('')}`;
    return [head, ...rows].join('\n');
  }
}

function row(name: string, used: readonly number[]): string {
  const sorted = [...used].sort((left, right) => left - right);
  const figures = [sorted.length, sorted[0], sorted[Math.floor(sorted.length / 2)], sorted[sorted.length - 1]];
  return `${name.padEnd(28)}${figures.map((figure) => String(figure).padStart(10)).join('')}`;
}

/** Counts how often each function succeeded and reverted, so that a run shows what it covered. */
export class Coverage {
  private readonly counts = new Map<string, number>();

  add(name: string, outcome: string): void {
    const key = `${name} ${outcome}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  get outcomes(): ReadonlySet<string> {
    return new Set([...this.counts.keys()].map((key) => key.slice(key.indexOf(' ') + 1)));
  }

  toString(): string {
    return [...this.counts]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([key, count]) => `${key.padEnd(44)}${String(count).padStart(8)}`)
      .join('\n');
  }
}
