import { plainText } from '@app/common';
import { snakeCase } from '@app/persistence';

export type Cell = string | number | bigint | boolean | Date | null | undefined;

/** Renders rows under headings with aligned columns. Empty cells show a dash, and an empty table shows `(none)`. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const lines = [headings, ...rows.map((row) => row.map(formatCell))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const aligned = lines.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return rows.length === 0 ? [...aligned, '(none)'] : aligned;
}

/** Returns the row of a record: its fields in the order of their names. */
export function pick<K extends string>(...names: readonly K[]): (record: Readonly<Record<K, Cell>>) => Cell[] {
  return (record) => names.map((name) => record[name]);
}

/** Renders the fields of one record, one per line, with their names in snake_case like the API's. */
export function sheet(fields: Readonly<Record<string, Cell>>): string[] {
  const named = Object.entries(fields).map(([name, value]) => ({ name: snakeCase(name), value }));
  const width = Math.max(...named.map(({ name }) => name.length));
  return named.map(({ name, value }) => `${name.padEnd(width)}  ${formatCell(value)}`);
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  return cell instanceof Date ? cell.toISOString() : plainText(String(cell));
}
