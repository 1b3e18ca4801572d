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

/** Reads all fields at once, so that one failed boot reports every invalid variable. */
export function readSettings<F extends Fields>(fields: F, env: Environment = process.env): SettingsOf<F> {
  const problems: string[] = [];
  const entries = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const value = env[name]?.trim();
    try {
      return [name, field.parse(value === '' ? undefined : value)];
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return fromEntries<F>(entries);
}

/** Asserts to the compiler that the parsed entries have the shape of their fields. */
function fromEntries<F extends Fields>(entries: Iterable<readonly [string, unknown]>): SettingsOf<F>;
function fromEntries(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries(entries);
}
