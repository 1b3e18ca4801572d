/** Limits that a figure must meet. */
export interface Bar {
  readonly minRatio?: number;
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
  readonly bar: Bar;
  readonly note: string;
}

/** Returns rows for `console.table`. */
export function tableOf(figures: readonly Figure[]): Readonly<Record<string, string>>[] {
  return figures.map(({ name, unit, product, reference, ratio: measured, bar, note }) => {
    const ratio = reference === undefined ? null : (measured ?? product / reference);
    return {
      figure: name,
      product: `${rounded(product)} ${unit}`,
      reference: reference === undefined ? '–' : `${rounded(reference)} ${unit}`,
      ratio: ratio === null ? '–' : ratio.toFixed(2),
      bar: describeBar(bar, unit),
      result: meetsBar(product, ratio, bar) ? 'pass' : 'MISS',
      note,
    };
  });
}

function meetsBar(
  product: number,
  ratio: number | null,
  { minRatio = 0, min = -Infinity, max = Infinity }: Bar,
): boolean {
  return (ratio ?? Infinity) >= minRatio && product >= min && product <= max;
}

function describeBar({ minRatio, min, max }: Bar, unit: string): string {
  const parts = [
    minRatio === undefined ? [] : [`ratio ≥ ${minRatio}`],
    min === undefined ? [] : [`≥ ${min} ${unit}`],
    max === undefined ? [] : [`≤ ${max} ${unit}`],
  ];
  return parts.flat().join(', ');
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
