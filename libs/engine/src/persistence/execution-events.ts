import { canonicalJson, type Json } from '@app/common';
import type { SqlSession } from '@app/persistence';

export interface ExecutionEvent {
  type: string;
  data?: { readonly [key: string]: Json };
}

/** Appends to the execution's event history, hash-chained to the event before. Belongs in the transaction it records. */
export async function appendEvent(
  tx: SqlSession,
  executionId: string,
  { type, data = {} }: ExecutionEvent,
): Promise<void> {
  await tx.query('SELECT append_execution_event($1, $2, $3)', [executionId, type, canonicalJson(data)]);
}
