import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Commands and environment of a systemd unit, with the instance's name filled in. */
export interface Unit {
  /** Values of each key, in order, those of drop-ins last. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Lines of `Environment`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Reads a unit such as `presage-api@4000` and drop-ins from a folder of unit files. */
export function readUnit(folder: string, name: string, dropIns: readonly string[] = []): Unit {
  const [template = '', instance = ''] = name.split('@');
  const file = `${template}${name.includes('@') ? '@' : ''}.service`;
  const values = new Map<string, string[]>();
  for (const text of [file, ...dropIns].map((one) => readFileSync(path.join(folder, one), 'utf8'))) {
    for (const [, key = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm)) {
      values.set(key, [...(values.get(key) ?? []), value.replaceAll('%i', instance)]);
    }
  }
  const pairs = (values.get('Environment') ?? []).flatMap((line) => line.split(' ')).join('\n');
  return { values, environment: parseEnvironment(pairs) };
}

/** Parses the lines of an environment file. */
export function parseEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
}
