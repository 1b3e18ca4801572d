export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which this share of the values lies; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

/**
 * Runs every measurement once per round, in reverse order in every second round, so that other load on the machine
 * affects all of them. @returns the results of each measurement, by round
 */
export async function alternate<T>(rounds: number, measurements: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results = measurements.map((): T[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...measurements.entries()];
    for (const [index, measure] of round % 2 === 0 ? order : order.reverse()) results[index]?.push(await measure());
  }
  return results;
}
