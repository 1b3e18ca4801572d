/** Limits that a figure must meet. */
export interface Bar {
  readonly minRatio?: number;
  readonly minLimitRatio?: number;
  readonly min?: number;
  readonly max?: number;
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly product: number;
  /** Absent when the figure is not compared. */
  readonly reference?: number;
  /** Median of the rounds' ratios; absent for product / reference. */
  readonly ratio?: number;
  /** Rate of the limit, and the median of the rounds' ratios to it. Absent when the figure is not compared with it. */
  readonly limit?: { readonly rate: number; readonly ratio: number };
  /** CPU time of the product and its maximum, in microseconds. */
  readonly cpu?: { readonly us: number; readonly maxUs: number };
  readonly bar: Bar;
  readonly note: string;
}

/** Returns rows for `console.table`. */
export function tableOf(figures: readonly Figure[]): Readonly<Record<string, string>>[] {
  return figures.map((figure) => {
    const { name, unit, product, reference, limit, note } = figure;
    const ratio = ratioOf(figure);
    return {
      figure: name,
      product: `${rounded(product)} ${unit}`,
      reference: reference === undefined ? '–' : `${rounded(reference)} ${unit}`,
      ratio: ratio === null ? '–' : ratio.toFixed(2),
      limit: limit === undefined ? '–' : `${rounded(limit.rate)} ${unit}`,
      'of limit': limit === undefined ? '–' : limit.ratio.toFixed(2),
      bar: describeBar(figure),
      result: meetsBar(figure) ? 'pass' : 'MISS',
      note,
    };
  });
}

/** Exit code of a program that measures: 1 when a figure misses its limits. */
export function exitCodeOf(figures: readonly Figure[]): 0 | 1 {
  return figures.every(meetsBar) ? 0 : 1;
}

function ratioOf({ product, reference, ratio }: Figure): number | null {
  return reference === undefined ? null : (ratio ?? product / reference);
}

function meetsBar(figure: Figure): boolean {
  const { product, limit, cpu, bar } = figure;
  const { minRatio = 0, minLimitRatio = 0, min = -Infinity, max = Infinity } = bar;
  return (
    (ratioOf(figure) ?? Infinity) >= minRatio &&
    (limit?.ratio ?? Infinity) >= minLimitRatio &&
    (cpu === undefined || !(cpu.us > cpu.maxUs)) &&
    product >= min &&
    product <= max
  );
}

function describeBar({ unit, cpu, bar: { minRatio, minLimitRatio, min, max } }: Figure): string {
  const parts = [
    minRatio === undefined ? [] : [`ratio ≥ ${minRatio}`],
    minLimitRatio === undefined ? [] : [`of limit ≥ ${minLimitRatio}`],
    cpu === undefined ? [] : [`CPU ≤ ${cpu.maxUs} µs`],
    min === undefined ? [] : [`≥ ${min} ${unit}`],
    max === undefined ? [] : [`≤ ${max} ${unit}`],
  ];
  return parts.flat().join(', ');
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
