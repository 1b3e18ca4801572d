import { isRecord, toJsonText } from '@app/common';
import { snakeCase } from '@app/persistence';

/** Keys of stored JSON. It is printed as it is stored, so that it can be compared with the hashes of events. */
const STORED: ReadonlySet<string> = new Set(['data', 'readback']);

/** Renders the data of a command as one line of JSON, with all keys in snake_case like the API's. */
export function formatJson(data: object): string {
  return toJsonText(withSnakeCaseKeys(data));
}

function withSnakeCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCaseKeys);
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [snakeCase(key), STORED.has(key) ? field : withSnakeCaseKeys(field)]),
  );
}
