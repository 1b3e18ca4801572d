import { canonicalJson, isRecord, type Json, sha256Hex } from '@app/common';
import type { LoggedEventEntity } from './logged-event.entity.js';

/** An event as clients get it, which is also what its hash covers. */
export interface WireEvent {
  seq: number;
  id: string;
  type: string;
  /** ISO 8601 in UTC, with milliseconds. */
  at: string;
  subject: { kind: string; id: string };
  data: { readonly [key: string]: Json };
  /** Block of the effect; null for an event without one. */
  block: { number: number; hash: string } | null;
  /** Hash of the event before; null for the first. */
  previous_hash: string | null;
  hash: string;
}

/** Columns that an event is presented from. `bigint` columns are strings. */
export type EventRow = Omit<LoggedEventEntity, 'log' | 'logIndex' | 'undoes'> & { previousHash: string | null };

export function toWireEvent(row: EventRow): WireEvent {
  const { blockNumber, blockHash } = row;
  return {
    seq: Number(row.seq),
    id: row.id,
    type: row.type,
    at: row.at.toISOString(),
    subject: { kind: row.subjectKind, id: row.subjectId },
    data: parseData(row.data),
    block: blockNumber === null || blockHash === null ? null : { number: Number(blockNumber), hash: blockHash },
    previous_hash: row.previousHash,
    hash: row.hash,
  };
}

/** SHA-256 of the canonical JSON of the event without its hash. */
export function hashOfEvent({ hash: _hash, ...event }: WireEvent): string {
  return sha256Hex(canonicalJson(event));
}

function parseData(text: string): { [key: string]: Json } {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('the data of an event is no JSON object');
  return Object.fromEntries(Object.entries(value).filter((field): field is [string, Json] => isJson(field[1])));
}

/** Data holds scalars and lists of scalars only. */
function isJson(value: unknown): value is Json {
  return Array.isArray(value)
    ? value.every(isJson)
    : ['string', 'number', 'boolean'].includes(typeof value) || value === null;
}
