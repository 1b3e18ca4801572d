import { GapError, PresageError } from '@presage/sdk';
import { AddressError } from './connection.js';
import { UsageError } from './exit-code.js';
import { explain, type Explanation } from './remedies.js';

export type Format = 'json' | 'table';

/** Terminal control characters and line separators. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Where a command writes. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person reads standard error. */
  readonly isInteractive: boolean;
}

/** Renders a value: JSON on one line, or a table of an object or a list of objects. */
export function render(value: object, format: Format): string {
  if (format === 'json') return toJsonLine(value);
  const lines = Array.isArray(value) ? listTable(value) : fieldTable(value);
  return `${lines.map(withoutControls).join('\n')}\n`;
}

/** JSON on one line, without characters that a terminal obeys. */
export function toJsonLine(value: object): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value).replace(CONTROL, escape)}\n`;
}

function withoutControls(line: string): string {
  return line.replace(CONTROL, ' ');
}

/** Renders an error with what to do next. */
export function renderError(error: unknown, format: Format): string {
  const code = error instanceof PresageError ? error.code : toErrorCode(error);
  const { message, details, nextActions: next_actions } = explainAnyError(error);
  if (format === 'json') return toJsonLine({ error: { code, message, details, next_actions } });
  const lines = [`presage: ${code}: ${message}`, ...[...details, ...next_actions].map((line) => `  ${line}`)];
  return `${lines.map(withoutControls).join('\n')}\n`;
}

function explainAnyError(error: unknown): Explanation {
  if (error instanceof AddressError) return error;
  if (error instanceof PresageError) return explain(error);
  return { message: error instanceof Error ? error.message : String(error), details: [], nextActions: [] };
}

function toErrorCode(error: unknown): string {
  if (error instanceof UsageError) return 'usage';
  return error instanceof GapError ? 'gap' : 'internal_error';
}

function listTable(rows: readonly object[]): string[] {
  const [first] = rows;
  if (first === undefined) return ['(none)'];
  const names = Object.keys(first);
  const cells = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return names.map((name) => cell(values.get(name)));
  });
  const table = [names.map((name) => name.toUpperCase()), ...cells];
  const widths = names.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function fieldTable(value: object): string[] {
  const entries = flatten(value);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, field]: [string, unknown]) => `${name.padEnd(width)}  ${cell(field)}`);
}

/** Fields with those of nested objects, whose names have a dot. */
function flatten(value: object, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
    isObject(field) && !Array.isArray(field)
      ? flatten(field, `${prefix}${name}.`)
      : [[`${prefix}${name}`, field] satisfies [string, unknown]],
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return flatten(value)
    .map(([name, field]) => `${name} ${cell(field)}`)
    .join(' ');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
