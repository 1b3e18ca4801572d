import type { EventRow } from './records.js';

type Scalar = string | number | boolean | null;

/** An event of an execution, with its data parsed. */
export interface Told {
  readonly type: string;
  readonly data: { readonly [key: string]: Scalar };
  readonly atMs: number;
}

export function toTold({ type, data, at_ms }: EventRow): Told {
  return { type, data: parseData(data), atMs: Number(at_ms) };
}

/** What was told last under that name; null when nothing was. */
export function lastOf(story: readonly Told[], name: string): Scalar {
  return story.findLast(({ data }) => data[name] !== undefined)?.data[name] ?? null;
}

/** What is told is flat; anything else is none of ours. */
function parseData(text: string): { [key: string]: Scalar } {
  try {
    const value: unknown = JSON.parse(text);
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(members.filter((member): member is [string, Scalar] => isScalar(member[1])));
  } catch {
    return {}; // its hash, or the absence of what it should tell, is reported
  }
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
