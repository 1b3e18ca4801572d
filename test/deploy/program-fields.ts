import { API_FIELDS } from '../../libs/config/src/api.settings.js';
import type { Field } from '../../libs/config/src/field.js';
import { MIGRATE_FIELDS } from '../../libs/config/src/migrate.settings.js';
import { OPS_FIELDS } from '../../libs/config/src/ops.settings.js';
import type { Fields } from '../../libs/config/src/read-settings.js';
import { WEBHOOKS_FIELDS } from '../../libs/config/src/webhooks.settings.js';
import { WORKER_FIELDS } from '../../libs/config/src/worker.settings.js';

/** Settings that each program of the product reads. */
export const PROGRAM_FIELDS: Readonly<Record<string, Fields>> = {
  migrate: MIGRATE_FIELDS,
  api: API_FIELDS,
  worker: WORKER_FIELDS,
  webhooks: WEBHOOKS_FIELDS,
  ops: OPS_FIELDS,
};

/** Returns the field that a variable sets, also as the file of a secret. */
export function findField(fields: Fields, variable: string): Field<unknown> | undefined {
  const secret = fields[variable.replace(/_FILE$/, '')];
  return fields[variable] ?? (secret?.secret === true ? secret : undefined);
}

/**
 * Returns what is wrong with the environment of a program: variables that it does not read, required ones that are absent,
 * and values that it refuses. A blank or absent secret is for the operator to fill in.
 */
export function environmentProblems(fields: Fields, environment: Readonly<Record<string, string>>): string[] {
  const unread = Object.keys(environment).filter((name) => findField(fields, name) === undefined);
  const absent = Object.entries(fields).flatMap(([name, { required }]) =>
    required && environment[name] === undefined && environment[`${name}_FILE`] === undefined ? [name] : [],
  );
  const refused = Object.entries(environment).filter(([name, value]) => value !== '' && !accepts(fields[name], value));
  return [
    ...unread.map((name) => `${name} is not read`),
    ...absent.map((name) => `${name} is absent`),
    ...refused.map(([name]) => `${name} is refused`),
  ];
}

function accepts(field: Field<unknown> | undefined, value: string): boolean {
  try {
    field?.parse(value);
    return true;
  } catch {
    return false;
  }
}
