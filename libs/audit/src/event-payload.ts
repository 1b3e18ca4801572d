import { type Scalar, scalarFields } from '@app/common';
import { EXECUTION_STATUSES, type ExecutionStatus, type StepKind } from '@app/engine';
import type { StoredEvent } from './records.js';

export interface ParsedEvent {
  readonly type: string;
  readonly data: { readonly [key: string]: Scalar };
  readonly atMs: number;
  /** Status that the execution has since the event; null for an event that moves no execution. */
  readonly status: ExecutionStatus | null;
}

export function parseEvent({ type, data, atMs }: StoredEvent): ParsedEvent {
  return { type, data: parseData(data), atMs, status: statusSince(type) };
}

/** Hash of the body of a step that the event states; undefined when it states none. */
export function bodyHashIn({ data }: ParsedEvent, kind: StepKind): Scalar | undefined {
  if (data['step'] !== undefined) return data['step'] === kind ? data['body_sha256'] : undefined;
  return data[kind === 'approve' ? 'approve_body_sha256' : 'body_sha256'];
}

function statusSince(type: string): ExecutionStatus | null {
  if (type === 'chain.reorganised') return 'broadcast';
  return EXECUTION_STATUSES.find((status) => type === `execution.${status}`) ?? null;
}

function parseData(text: string): { [key: string]: Scalar } {
  try {
    return scalarFields(JSON.parse(text));
  } catch {
    return {}; // reported by the hash, or by the missing values
  }
}
