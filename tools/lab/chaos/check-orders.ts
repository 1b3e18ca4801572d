import { computeRef } from '@app/chain';
import type { ApiClient } from '../../support/api-client.js';
import { at } from '../../support/json.js';
import type { ChainLedger, Effect } from './chain-ledger.js';
import type { Order } from './traffic.js';

export interface OrderReport {
  readonly orders: number;
  readonly executed: number;
  readonly failed: number;
  readonly neverConfirmed: number;
  /** Orders whose records a restored database lacks. */
  readonly unrecorded: number;
  readonly effects: number;
  /** Accepted orders that have neither an effect nor a final state. */
  readonly lost: readonly string[];
  /** Orders and wallets with more than one effect or payment. */
  readonly repeated: readonly string[];
  /** Orders whose record disagrees with the chain. */
  readonly misreported: readonly string[];
  /** Longest time from acceptance to the end of an execution. */
  readonly longestMs: number;
}

/**
 * Compares every order with the chain. Effects by ref, executed executions and executed intents correspond one to one;
 * failed and unconfirmed orders have no effect; sender, action and amount match; no wallet paid more than its effects.
 */
export async function checkOrders(
  { orders, unrecorded }: { orders: readonly Order[]; unrecorded: ReadonlySet<string> },
  { effectsByRef, paidIn }: ChainLedger,
  client: ApiClient,
): Promise<OrderReport> {
  const [lost, repeated, misreported]: [string[], string[], string[]] = [[], [], []];
  const count = { executed: 0, failed: 0, neverConfirmed: 0, unrecorded: 0 };
  const owed = new Map<string, bigint>();
  let longestMs = 0;
  for (const order of orders) {
    const effects = effectsByRef.get(computeRef(order.intentId)) ?? [];
    const [effect] = effects;
    if (effects.length > 1) repeated.push(`${order.intentId}: ${effects.length} effects`);
    if (effect !== undefined) owed.set(order.wallet, (owed.get(order.wallet) ?? 0n) + (order.amountBaseUnits ?? 0n));
    if (unrecorded.has(order.intentId)) {
      count.unrecorded += 1;
      continue;
    }
    const records = await readRecords(client, order.intentId);
    longestMs = Math.max(longestMs, (records.endedAtMs ?? 0) - order.acceptedAtMs);
    const problem = order.confirmed
      ? findProblem(order, records, effect)
      : effect && 'has an effect but was not confirmed';
    if (problem !== undefined) misreported.push(`${order.intentId}: ${problem}`);
    if (!order.confirmed) count.neverConfirmed += 1;
    else if (records.intentStatus === 'executed') count.executed += 1;
    else if (records.intentStatus === 'failed') count.failed += 1;
    else lost.push(`${order.intentId}: still ${records.intentStatus}`);
  }
  for (const [wallet, paid] of paidIn) {
    const due = owed.get(wallet) ?? 0n;
    if (paid !== due) repeated.push(`${wallet}: paid ${paid}, its effects cost ${due}`);
  }
  const known = new Set(orders.map(({ intentId }) => computeRef(intentId)));
  const foreign = [...effectsByRef.keys()].filter((ref) => !known.has(ref));
  repeated.push(...foreign.map((ref) => `${ref}: an effect without an order`));
  const effects = [...effectsByRef.values()].reduce((sum, { length }) => sum + length, 0);
  return { orders: orders.length, ...count, effects, lost, repeated, misreported, longestMs };
}

/** Returns a line for each failed intent that took effect. */
export function findFailedWithEffect(intentIds: readonly string[], { effectsByRef }: ChainLedger): string[] {
  return intentIds.flatMap((intentId) => {
    const [effect] = effectsByRef.get(computeRef(intentId)) ?? [];
    return effect === undefined ? [] : [`${intentId}: failed, but ${effect.transactionHash} took effect`];
  });
}

interface Records {
  readonly intentStatus: string;
  readonly executions: readonly { status: string; hash: string | null; broadcast: unknown }[];
  readonly endedAtMs: number | null;
}

async function readRecords(client: ApiClient, intentId: string): Promise<Records> {
  const [intent, executions] = await Promise.all([
    client.call({ method: 'GET', path: `/agent/intents/${intentId}` }),
    client.listExecutions(intentId),
  ]);
  const ended = executions.map((one) => Date.parse(String(at(one, 'completed_at')))).filter((ms) => !Number.isNaN(ms));
  return {
    intentStatus: String(at(intent, 'intent', 'status')),
    executions: executions.map((one) => {
      const hash = at(one, 'transaction_hash');
      return {
        status: String(at(one, 'status')),
        hash: typeof hash === 'string' ? hash : null,
        broadcast: at(one, 'broadcast_performed'),
      };
    }),
    endedAtMs: ended.length === 0 ? null : Math.min(...ended),
  };
}

function findProblem(order: Order, records: Records, effect: Effect | undefined): string | undefined {
  const executed = records.executions.filter(({ status }) => status === 'executed');
  if (executed.length > 1) return `${executed.length} executions are executed`;
  if ((executed.length === 1) !== (records.intentStatus === 'executed')) return 'intent and execution disagree';
  if (effect === undefined) return executed.length === 0 ? undefined : 'executed without an effect on the chain';
  const [execution] = executed;
  if (execution === undefined) return `${records.intentStatus}, but ${effect.transactionHash} took effect`;
  if (execution.hash !== effect.transactionHash)
    return `executed as ${execution.hash}, but ${effect.transactionHash} took effect`;
  if (execution.broadcast !== true) return 'executed, but broadcast_performed is false';
  const { event } = effect;
  if (event.account.toLowerCase() !== order.wallet) return `executed by ${event.account}`;
  if (event.name === 'Bought' && event.amountBaseUnits !== order.amountBaseUnits) {
    return `bought for ${event.amountBaseUnits}, ordered for ${order.amountBaseUnits}`;
  }
  return undefined;
}
