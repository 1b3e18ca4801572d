import { isRecord } from '@app/common';
import { snakeCase } from '@app/persistence';

/** Renders the data of a command as one line of JSON, with all keys in snake_case like the API's. */
export function jsonOf(data: object): string {
  return JSON.stringify(data, (_key, value: unknown) => (isRecord(value) ? withSnakeCaseKeys(value) : value));
}

function withSnakeCaseKeys(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [snakeCase(key), value]));
}
