import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosSite } from './chaos-stack.js';
import { at } from '../support/json.js';
import { runProgram } from './programs.js';
import type { Order, Traffic } from './traffic.js';

const SETTLE_LIMIT_MS = 120_000;
/** Long enough for many executions, had the lanes been served. */
const HELD_BACK_MS = 4_000;

export interface RestoreReport {
  /** Executions that the restored database had forgotten, and that were put back on record. */
  readonly recovered: number;
  /** Executions asked for between restore and reconciliation, and how many of them were carried out in that time. */
  readonly asked: number;
  readonly carriedOut: number;
}

/**
 * Puts the database back to a copy from before two lots were executed: of the first the copy knows that it was confirmed,
 * of the second nothing. No lane may be served until an operator has reconciled; then the first is on record again.
 */
export async function restoreOlderCopy(site: ChaosSite, traffic: Traffic, size: number): Promise<RestoreReport> {
  await traffic.settle(SETTLE_LIMIT_MS);
  const confirmed = await traffic.confirmLot(size);
  await site.postgres.takeCopy();
  await traffic.execute(confirmed);
  const unknown = await traffic.submitLot(size);
  await traffic.settle(SETTLE_LIMIT_MS);
  await site.postgres.restoreCopy();
  for (const { intentId } of unknown) traffic.forgotten.add(intentId);

  const asked = await traffic.submitLot(size);
  await delay(HELD_BACK_MS);
  const carriedOut = await countEnded(site, asked);
  const answer = await runProgram('apps/ops/src/main.ts', ['reconcile'], site.site);
  traffic.watch(confirmed);
  return { recovered: Number(at(answer, 'found')), asked: size, carriedOut };
}

async function countEnded({ postgres }: ChaosSite, orders: readonly Order[]): Promise<number> {
  const rows = await postgres.query(
    `SELECT id FROM agent_intents WHERE id = ANY ($1) AND status IN ('executed', 'failed')`,
    [orders.map(({ intentId }) => intentId)],
  );
  return rows.length;
}
