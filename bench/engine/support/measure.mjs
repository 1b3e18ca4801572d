export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which that share of the values lies. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Does `work` for every item, at most so many at a time. */
export async function inParallel(items, limit, work) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}

export async function secondsOf(work) {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

/**
 * Runs both sides `rounds` times, in turn and by turns first, so that what else the machine does meets both alike.
 * @returns {Promise<{ours: number, reference: number}>} the medians
 */
export async function sideBySide(rounds, ours, reference) {
  const figures = { ours: [], reference: [] };
  for (let round = 0; round < rounds; round += 1) {
    const sides = [
      ['ours', ours],
      ['reference', reference],
    ];
    for (const [side, measure] of round % 2 === 0 ? sides : sides.reverse()) figures[side].push(await measure());
  }
  return { ours: median(figures.ours), reference: median(figures.reference) };
}
