import { type HttpFailure, toProviderFailure } from '../../../../apps/worker/src/custody/classify-answer.js';
import {
  ProviderError,
  type ProviderState,
  type ProviderTransaction,
} from '../../../../libs/engine/src/domain/ports/custody.js';
import type { Ledger } from '../chain/ledger.js';
import type { World } from '../world/world.js';
import { parseBody, type SentBody } from './sent-body.js';
import { strangerCall } from './stranger-call.js';

type Outcome =
  | 'normal'
  | 'denied'
  | 'cancelled'
  | 'failed_before_broadcast'
  | 'failed_after_broadcast'
  | 'failed_while_pending'
  | 'wrong_hash'
  | 'stuck'
  | 'late';

export interface TakenTransaction extends SentBody {
  id: string;
  body: string;
  takenAtMs: number;
  outcome: Outcome;
  hash: string | null;
  /** Hash that the provider shows instead of the transaction's own; null when it shows none, absent for its own. */
  shownHash?: string | null;
  /** Broadcast later although it is shown as ended or under another hash. */
  isHeld: boolean;
  ended: Extract<ProviderState, 'denied' | 'cancelled' | 'failed'> | null;
  errorReason: string | null;
  /** A lookup by id answers 404; the list still contains it. */
  isForgotten: boolean;
  /** Neither a lookup nor the list contains it. */
  isLost: boolean;
}

const ENDINGS = [
  ...(['denied', 'cancelled', 'failed_before_broadcast', 'failed_after_broadcast', 'failed_while_pending'] as const),
  ...(['wrong_hash', 'stuck'] as const),
] as const;
const ORDER_POLL_MS = 100;
const LATE_MS = { min: 500, max: 12_000 } as const;
/** Reasons that do not prove that nothing was broadcast. */
const FAILED_OPEN = ['INTERNAL_ERROR', 'TRANSACTION_UNDER_PRICE', 'FAILED_REORG', null] as const;
const STUCK_MS = { min: 4_000, max: 60_000 } as const;
const FAILED_BEFORE = ['INSUFFICIENT_NATIVE_TOKEN', 'INTERNAL_ERROR', 'FEE_EXCEEDS_MAX_ALLOWANCE'] as const;

/** Model of the provider: idempotency keys, accepted transactions, and their way to the chain. */
export class ProviderModel {
  readonly taken: TakenTransaction[] = [];
  private readonly byKey = new Map<string, TakenTransaction>();
  private refusesUntilMs = 0;

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
    private readonly addressOf: (providerWalletId: string) => string,
    /** Whether a wallet's transactions are broadcast in the order of the answers. */
    private readonly keepsOrder: boolean,
  ) {}

  get refusesCredentials(): boolean {
    const { faults, random, nowMs } = this.world;
    if (faults.fires('credentials_refused')) this.refusesUntilMs = nowMs + random.between(500, 6_000);
    return !faults.areHealed && nowMs < this.refusesUntilMs;
  }

  /** Accepts one transaction per key, unless the key was forgotten. @throws {ProviderError} */
  take(body: string): { transactionId: string } {
    const { faults } = this.world;
    if (this.refusesCredentials) throw rejection(401, null);
    if (faults.fires('rate_limited')) throw rejection(429, null, 400);
    if (faults.fires('server_error_before')) throw rejection(503, -1);
    const sent = parseBody(body);
    const known = this.byKey.get(sent.idempotencyKey);
    if (known === undefined) {
      if (faults.fires('refused')) throw rejection(400, this.world.random.pick([2, 155208, 155201]));
    } else {
      if (faults.fires('refused_on_resend')) throw rejection(400, 2);
      if (faults.fires('key_refused')) throw rejection(403, 156020);
      if (!faults.fires('key_forgotten')) return { transactionId: known.id };
    }
    return { transactionId: this.start(sent, body).id };
  }

  find(id: string): ProviderTransaction | null {
    const { faults } = this.world;
    const transaction = this.taken.find((one) => one.id === id);
    if (transaction !== undefined && faults.fires('transaction_forgotten')) transaction.isForgotten = true;
    if (transaction !== undefined && faults.fires('record_lost')) transaction.isLost = true;
    if (transaction === undefined || transaction.isForgotten || transaction.isLost) return null;
    if (faults.fires('other_shown')) return this.show(this.world.random.pick(this.taken));
    const shown = this.show(transaction);
    if (faults.fires('state_unknown')) return { ...shown, state: 'pending' };
    // A stale answer: states arrive out of order.
    return faults.fires('state_out_of_order') ? { ...shown, state: 'pending', transactionHash: null } : shown;
  }

  list(providerWalletId: string, sinceMs: number): ProviderTransaction[] {
    return this.taken
      .filter((one) => one.providerWalletId === providerWalletId && one.takenAtMs >= sinceMs && !one.isLost)
      .map((one) => this.show(one))
      .reverse();
  }

  accelerate(id: string): { transactionId: string } {
    const transaction = this.taken.find((one) => one.id === id);
    if (transaction === undefined) throw rejection(404, 2);
    if (transaction.hash !== null) this.ledger.release(transaction.hash);
    return { transactionId: id };
  }

  private start(sent: SentBody, body: string): TakenTransaction {
    const { faults, random, nowMs } = this.world;
    const id = `transaction-${this.taken.length + 1}`;
    const outcome = this.drawOutcome();
    const start = { ended: null, hash: null, errorReason: null, isForgotten: false, isLost: false, isHeld: false };
    const transaction: TakenTransaction = { ...sent, ...start, id, body, takenAtMs: nowMs, outcome };
    this.taken.push(transaction);
    this.byKey.set(sent.idempotencyKey, transaction);
    this.world.trace(() => `provider takes ${id} ${sent.refId} (${sent.idempotencyKey}), outcome ${outcome}`);
    const delayMs = outcome === 'late' && !faults.areHealed ? random.between(3_000, 40_000) : random.between(20, 400);
    this.world.time.after(delayMs, () => this.proceed(transaction));
    return transaction;
  }

  private drawOutcome(): Outcome {
    const { faults } = this.world;
    for (const kind of ENDINGS) if (faults.fires(kind)) return kind;
    return faults.fires('broadcast_late') ? 'late' : 'normal';
  }

  private proceed(transaction: TakenTransaction): void {
    const { random, nowMs } = this.world;
    switch (transaction.outcome) {
      case 'denied':
      case 'cancelled':
        return this.end(transaction, transaction.outcome, null);
      case 'failed_before_broadcast':
        return this.end(transaction, 'failed', random.pick(FAILED_BEFORE));
      case 'failed_after_broadcast':
        this.broadcast(transaction, nowMs + random.between(0, STUCK_MS.max));
        return this.end(transaction, 'failed', 'TRANSACTION_UNDER_PRICE');
      case 'failed_while_pending':
        transaction.shownHash = null;
        this.end(transaction, random.pick(['failed', 'cancelled'] as const), random.pick(FAILED_OPEN));
        return this.broadcastLater(transaction);
      case 'wrong_hash': {
        const { contractAddress } = transaction;
        const from = this.addressOf(transaction.providerWalletId);
        transaction.shownHash = this.ledger.broadcast(strangerCall({ random, from, contractAddress }));
        return random.chance(0.5) ? this.broadcastLater(transaction) : undefined;
      }
      case 'stuck':
        return this.broadcast(transaction, nowMs + random.between(STUCK_MS.min, STUCK_MS.max));
      case 'normal':
      case 'late':
        return this.broadcast(transaction, 0);
    }
  }

  private broadcastLater(transaction: TakenTransaction): void {
    const { random, time } = this.world;
    transaction.isHeld = true;
    time.after(random.between(LATE_MS.min, LATE_MS.max), () => this.broadcast(transaction, 0));
  }

  /** Whether an earlier transaction of the wallet is still to be broadcast. */
  private isBehind(transaction: TakenTransaction): boolean {
    return this.taken
      .slice(0, this.taken.indexOf(transaction))
      .filter(({ providerWalletId }) => providerWalletId === transaction.providerWalletId)
      .some(({ hash, isHeld, ended, shownHash }) => hash === null && (isHeld || (ended ?? shownHash) === undefined));
  }

  /** Estimates first. Half of the calls that would revert fail without being broadcast. */
  private broadcast(transaction: TakenTransaction, heldUntilMs: number): void {
    transaction.isHeld = this.keepsOrder && this.isBehind(transaction);
    if (transaction.isHeld) {
      return this.world.time.after(ORDER_POLL_MS, () => this.broadcast(transaction, heldUntilMs));
    }
    const { callData, contractAddress } = transaction;
    const from = this.addressOf(transaction.providerWalletId);
    const call = { from, to: contractAddress, callData };
    if (this.ledger.simulate(call) !== null && this.world.random.chance(0.5)) {
      return this.end(transaction, 'failed', 'ESTIMATION_ERROR');
    }
    transaction.hash = this.ledger.broadcast({ ...call, heldUntilMs });
    this.world.trace(() => `provider broadcasts ${transaction.id} as ${transaction.hash?.slice(0, 10)}`);
  }

  private end(transaction: TakenTransaction, how: TakenTransaction['ended'], reason: string | null): void {
    transaction.ended = how;
    transaction.errorReason = reason;
    this.world.trace(() => `provider ends ${transaction.id} as ${how} (${reason})`);
  }

  private show(transaction: TakenTransaction): ProviderTransaction {
    const { id, refId, hash, shownHash, errorReason } = transaction;
    const transactionHash = shownHash === undefined ? hash : shownHash;
    const state = this.stateOf({ ...transaction, hash: transactionHash });
    return { id, refId, transactionHash, errorReason, state };
  }

  private stateOf({ ended, hash, outcome }: TakenTransaction): ProviderState {
    if (ended !== null) return ended;
    if (hash === null) return 'pending';
    const receipt = this.ledger.receipts.get(hash);
    if (receipt !== undefined) return receipt.succeeded ? 'complete' : 'failed';
    return outcome === 'stuck' ? 'stuck' : 'sent';
  }
}

export function rejection(
  httpStatus: number,
  providerCode: number | null,
  retryAfterMs: number | null = null,
): ProviderError {
  return failed({ kind: 'answer', httpStatus, providerCode, retryAfterMs });
}

export function noAnswer(reason: 'timeout' | 'connection' | 'unreadable'): ProviderError {
  return failed({ kind: 'no_answer', reason });
}

function failed(failure: HttpFailure): ProviderError {
  return new ProviderError('simulated', toProviderFailure(failure));
}
