import { refOf } from '@app/contracts';
import type { ChainLedger, Effect } from './chain-ledger.js';
import { at } from '../support/json.js';
import type { ProductClient } from './product-client.js';
import type { Order } from './traffic.js';

export interface StepResult {
  readonly orders: number;
  readonly executed: number;
  readonly failed: number;
  readonly neverConfirmed: number;
  /** Their records went with a restored database. */
  readonly forgotten: number;
  readonly effects: number;
  /** What was accepted and has neither happened nor been proven not to. */
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
  readonly misreported: readonly string[];
  readonly longestMs: number;
}

/**
 * Judges every order by the chain: effects by ref = executions executed = intents executed; what failed or was never
 * confirmed has none; sender, action and amount are those that were asked for; and no wallet paid more than its effects.
 */
export async function judge(
  { orders, forgotten }: { orders: readonly Order[]; forgotten: ReadonlySet<string> },
  { effectsByRef, paidIn }: ChainLedger,
  client: ProductClient,
): Promise<StepResult> {
  const [lost, repeated, misreported]: [string[], string[], string[]] = [[], [], []];
  const count = { executed: 0, failed: 0, neverConfirmed: 0, forgotten: 0 };
  const owed = new Map<string, bigint>();
  let longestMs = 0;
  for (const order of orders) {
    const effects = effectsByRef.get(refOf(order.intentId)) ?? [];
    const [effect] = effects;
    if (effects.length > 1) repeated.push(`${order.intentId}: ${effects.length} effects`);
    if (effect !== undefined) owed.set(order.wallet, (owed.get(order.wallet) ?? 0n) + (order.amountBaseUnits ?? 0n));
    if (forgotten.has(order.intentId)) {
      count.forgotten += 1;
      continue;
    }
    const said = await readRecords(client, order.intentId);
    longestMs = Math.max(longestMs, (said.endedAtMs ?? 0) - order.acceptedAtMs);
    const problem = order.confirmed ? problemOf(order, said, effect) : effect && 'took effect although never confirmed';
    if (problem !== undefined) misreported.push(`${order.intentId}: ${problem}`);
    if (!order.confirmed) count.neverConfirmed += 1;
    else if (said.intentStatus === 'executed') count.executed += 1;
    else if (said.intentStatus === 'failed') count.failed += 1;
    else lost.push(`${order.intentId}: still ${said.intentStatus}`);
  }
  for (const [wallet, paid] of paidIn) {
    const due = owed.get(wallet) ?? 0n;
    if (paid !== due) repeated.push(`${wallet}: paid ${paid}, its effects cost ${due}`);
  }
  const known = new Set(orders.map(({ intentId }) => refOf(intentId)));
  const foreign = [...effectsByRef.keys()].filter((ref) => !known.has(ref));
  repeated.push(...foreign.map((ref) => `${ref}: an effect that nobody asked for`));
  const effects = [...effectsByRef.values()].reduce((sum, { length }) => sum + length, 0);
  return { orders: orders.length, ...count, effects, lost, repeated, misreported, longestMs };
}

interface Records {
  readonly intentStatus: string;
  readonly executions: readonly { status: string; hash: string | null; retrySafe: unknown; broadcast: unknown }[];
  readonly endedAtMs: number | null;
}

async function readRecords(client: ProductClient, intentId: string): Promise<Records> {
  const [intent, executions] = await Promise.all([client.intent(intentId), client.executions(intentId)]);
  const ended = executions.map((one) => Date.parse(String(at(one, 'completed_at')))).filter((ms) => !Number.isNaN(ms));
  return {
    intentStatus: String(at(intent, 'status')),
    executions: executions.map((one) => {
      const hash = at(one, 'transaction_hash');
      return {
        status: String(at(one, 'status')),
        hash: typeof hash === 'string' ? hash : null,
        retrySafe: at(one, 'retry_safe'),
        broadcast: at(one, 'broadcast_performed'),
      };
    }),
    endedAtMs: ended.length === 0 ? null : Math.min(...ended),
  };
}

function problemOf(order: Order, said: Records, effect: Effect | undefined): string | undefined {
  const executed = said.executions.filter(({ status }) => status === 'executed');
  if (executed.length > 1) return `${executed.length} executions say executed`;
  if ((executed.length === 1) !== (said.intentStatus === 'executed')) return 'intent and execution disagree';
  if (effect === undefined) return executed.length === 0 ? undefined : 'executed, but the chain knows nothing of it';
  const [execution] = executed;
  if (execution === undefined) return `${said.intentStatus}, but it took effect in ${effect.transactionHash}`;
  if (execution.hash !== effect.transactionHash)
    return `executed as ${execution.hash}, in truth ${effect.transactionHash}`;
  if (execution.broadcast !== true) return 'executed, but not said to be broadcast';
  const { event } = effect;
  if (event.account.toLowerCase() !== order.wallet) return `done by ${event.account}`;
  if (event.name === 'Bought' && event.amountBaseUnits !== order.amountBaseUnits) {
    return `bought for ${event.amountBaseUnits}, asked for ${order.amountBaseUnits}`;
  }
  return undefined;
}
