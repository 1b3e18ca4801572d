export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly product: number;
  readonly note: string;
}

/** Returns a row for `console.table`. */
export function readRow({ name, unit, product, note }: Figure): Readonly<Record<string, string>> {
  return { figure: name, product: inUnit(product, unit), note };
}

export function inUnit(value: number, unit: string): string {
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`;
}
