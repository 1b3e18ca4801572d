import { readFileSync } from 'node:fs';
import { isRecord } from '@app/common';
import type { Field } from './field.js';

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type SettingsOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };
export type Environment = Readonly<Record<string, string | undefined>>;

/** Invalid settings. Names every invalid variable, never its value. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

/** Suffix of the variable that names a file with the value of a secret. */
export const FILE_SUFFIX = '_FILE';

/** Variables of a field: its name, and for a secret also the one that names a file with its value. */
export function variablesOf(name: string, { secret }: Pick<Field<unknown>, 'secret'>): string[] {
  return secret ? [name, name + FILE_SUFFIX] : [name];
}

/** Reads all fields at once, so that one failed boot reports every invalid variable. */
export function readSettings<F extends Fields>(fields: F, env: Environment = process.env): SettingsOf<F> {
  const problems: string[] = [];
  const entries = Object.entries(fields).map(([name, field]): [string, unknown] => {
    try {
      return [name, field.parse(readValue(name, field, env))];
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return fromEntries<F>(entries);
}

/** Returns the trimmed text of a variable or of its file; undefined for a blank variable. Throws a short reason. */
function readValue(name: string, { secret }: Field<unknown>, env: Environment): string | undefined {
  const given = (variable: string): string | undefined => env[variable]?.trim() || undefined;
  const value = given(name);
  const fileVariable = name + FILE_SUFFIX;
  const file = secret ? given(fileVariable) : undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new Error(`and ${fileVariable} are both set; set one of them`);
  const text = readText(file, fileVariable).trim();
  if (text === '') throw new Error(`is empty in the file that ${fileVariable} names`);
  return text;
}

/** The error does not name the file: the value itself may stand there by mistake. */
function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = isRecord(error) ? String(error.code) : 'unreadable';
    throw new Error(`cannot be read from the file that ${variable} names (${code})`, { cause: error });
  }
}

/** Asserts to the compiler that the parsed entries have the shape of their fields. */
function fromEntries<F extends Fields>(entries: Iterable<readonly [string, unknown]>): SettingsOf<F>;
function fromEntries(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries(entries);
}
