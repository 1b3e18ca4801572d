import { isRecord } from '@app/common';
import type { StoredEvent } from './records.js';

type Scalar = string | number | boolean | null;

/** An event with its data parsed. */
export interface ParsedEvent {
  readonly type: string;
  readonly data: { readonly [key: string]: Scalar };
  readonly atMs: number;
}

export function parseEvent({ type, data, atMs }: StoredEvent): ParsedEvent {
  return { type, data: parseData(data), atMs: Number(atMs) };
}

/** Value of the field in the last event that has it; null when none has. */
export function lastValue(events: readonly ParsedEvent[], field: string): Scalar {
  return events.findLast(({ data }) => data[field] !== undefined)?.data[field] ?? null;
}

/** Scalar fields of an event's data, which is flat; other values are dropped. */
function parseData(text: string): { [key: string]: Scalar } {
  try {
    const value: unknown = JSON.parse(text);
    const fields = isRecord(value) ? Object.entries(value) : [];
    return Object.fromEntries(fields.filter((field): field is [string, Scalar] => isScalar(field[1])));
  } catch {
    return {}; // reported by the hash, or by the missing values
  }
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
