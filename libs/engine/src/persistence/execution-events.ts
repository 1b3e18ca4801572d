import { canonicalJson, type Json } from '@app/common';
import type { Sql } from '@app/persistence';

export interface ExecutionEvent {
  type: string;
  data?: { readonly [key: string]: Json };
}

/** Adds a line to the execution's story, chained by hash to the one before. Always in the transaction of what it tells. */
export async function appendEvent(tx: Sql, executionId: string, { type, data = {} }: ExecutionEvent): Promise<void> {
  await tx.query('SELECT append_execution_event($1, $2, $3)', [executionId, type, canonicalJson(data)]);
}
