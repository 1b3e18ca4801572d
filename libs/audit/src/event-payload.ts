import { type Scalar, scalarFields } from '@app/common';
import type { StoredEvent } from './records.js';

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

function parseData(text: string): { [key: string]: Scalar } {
  try {
    return scalarFields(JSON.parse(text));
  } catch {
    return {}; // reported by the hash, or by the missing values
  }
}
