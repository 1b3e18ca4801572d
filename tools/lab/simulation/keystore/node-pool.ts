import { parseSignedTransaction, type SignedTransaction } from '@app/chain';
import type { SendOutcome } from '../../../../apps/worker/src/custody/keystore/node-texts.js';
import { decodeCall } from '../chain/call-data.js';
import type { Ledger, PendingTransaction } from '../chain/ledger.js';
import type { World } from '../world/world.js';

const GWEI = 10n ** 9n;
const LOW_BASE_FEE_WEI = GWEI / 4n;
const HIGH_BASE_FEE_WEI = 200n * LOW_BASE_FEE_WEI;
const HIGH_TIP_WEI = 25n * GWEI;

/** Pool of the chain's node: transactions of the keystore's wallets by nonce, with what the node asks for a place. */
export class NodePool {
  baseFeeWei = LOW_BASE_FEE_WEI;
  private minTipWei = 0n;
  private held: SignedTransaction[] = [];
  /** Every transaction that the node ever took, by hash. */
  private readonly taken = new Map<string, SignedTransaction>();
  private strangers = 0;
  /** Whether the node keeps transactions whose earlier ones it lacks. */
  private readonly takesGaps: boolean;

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
    private readonly confirmations: number,
  ) {
    ledger.pool = this;
    this.takesGaps = world.random.chance(0.7);
  }

  send(raw: string): SendOutcome {
    const { ledger } = this;
    const transaction = parseSignedTransaction(raw);
    const { hash, from, nonce, fees } = transaction;
    if (this.holds(hash) || ledger.receipts.has(hash)) return 'accepted';
    if (nonce < ledger.countOf(from)) return 'nonce_used';
    if (!this.takesGaps && nonce > this.firstMissing(from)) return 'not_taken';
    if (fees.maxFeeWei < this.baseFeeWei || fees.priorityFeeWei < this.minTipWei) return 'not_taken';
    const other = this.held.find((one) => one.from === from && one.nonce === nonce);
    if (other !== undefined && 10n * fees.maxFeeWei < 11n * other.fees.maxFeeWei) return 'outbid';
    this.checkAlone(transaction);
    this.world.trace(() => `pool takes ${hash.slice(0, 10)} of nonce ${nonce}`);
    this.held = [...this.held.filter((one) => one !== other), transaction];
    this.taken.set(hash, transaction);
    ledger.calls.set(hash, { from, to: transaction.to, callData: transaction.data });
    return 'accepted';
  }

  holds(hash: string): boolean {
    return this.held.some((one) => one.hash === hash);
  }

  /** Nonce after the transactions that the pool can put into blocks, which a node without a pending block does not tell. */
  nextNonce(address: string): number {
    return this.ledger.settings.hasPending ? this.firstMissing(address) : this.ledger.countOf(address);
  }

  private firstMissing(address: string): number {
    let nonce = this.ledger.countOf(address);
    while (this.held.some((one) => one.from === address && one.nonce === nonce)) nonce += 1;
    return nonce;
  }

  /** Transactions of the next block: those of each wallet up to the first missing nonce. */
  listReady(): PendingTransaction[] {
    const { maxPerWallet } = this.ledger.settings;
    const nonces = new Map<string, number>();
    return this.held
      .toSorted((first, second) => first.nonce - second.nonce)
      .filter(({ from, nonce, fees }) => {
        const count = this.ledger.countOf(from);
        const next = nonces.get(from) ?? count;
        if (nonce !== next || fees.maxFeeWei < this.baseFeeWei || next - count >= maxPerWallet) return false;
        nonces.set(from, nonce + 1);
        return true;
      })
      .map(({ hash, from, to, data: callData }) => ({ hash, from, to, callData, heldUntilMs: 0 }));
  }

  takeReady(): PendingTransaction[] {
    this.drawFaults();
    const ready = this.listReady();
    const hashes = new Set(ready.map(({ hash }) => hash));
    this.held = this.held.filter(({ hash }) => !hashes.has(hash));
    return ready;
  }

  /** Takes a transaction of a replaced block back. @returns false for one that never was in the pool */
  takeBack(hash: string, isDropped: boolean): boolean {
    const transaction = this.taken.get(hash);
    if (transaction !== undefined && !isDropped) this.held.push(transaction);
    return transaction !== undefined || hash.startsWith('0xeeee');
  }

  private drawFaults(): void {
    const { faults, random, time } = this.world;
    if (faults.fires('base_fee_raised')) {
      this.baseFeeWei = HIGH_BASE_FEE_WEI;
      // In some runs for good.
      time.after(
        random.between(5_000, 80_000),
        () => (this.baseFeeWei = random.pick([LOW_BASE_FEE_WEI, this.baseFeeWei])),
      );
    }
    if (faults.fires('tip_raised')) this.minTipWei = HIGH_TIP_WEI;
    if (faults.fires('pool_dropped')) {
      this.ledger.disturb('lost', ...this.held.map(({ hash }) => hash));
      this.held = [];
    }
    if (this.held.length > 0 && faults.fires('transaction_lost')) this.loseOne();
    if (this.held.length > 0 && faults.fires('nonce_taken')) this.takeNonce();
  }

  private loseOne(): void {
    const lost = this.world.random.pick(this.held);
    this.held = this.held.filter((one) => one !== lost);
    this.ledger.disturb('lost', lost.hash);
  }

  /** Another transaction of a wallet takes the nonce of one in the pool. */
  private takeNonce(): void {
    const taken = this.world.random.pick(this.held);
    this.ledger.disturb('nonce taken', taken.hash);
    this.strangers += 1;
    const hash = `0x${this.strangers.toString(16).padStart(64, 'e')}`;
    this.held = this.held.map((one) => (one === taken ? { ...one, hash, to: one.from, data: '0x' } : one));
  }

  /** An action has no second nonce while a block may still include the first. */
  private checkAlone({ from, nonce, data }: SignedTransaction): void {
    const ref = refOf(data);
    if (ref === null || this.world.faults.fired.has('database_restored')) return;
    for (const one of this.taken.values()) {
      if (one.from !== from || one.nonce === nonce || refOf(one.data) !== ref) continue;
      if (this.ledger.countOf(from, this.confirmations) > one.nonce) continue;
      this.world.violate('one_live_nonce_of_an_action', `${nonce} beside ${one.nonce}`);
    }
  }
}

function refOf(callData: string): string | null {
  const call = decodeCall(callData);
  return call?.kind === 'act' ? (call.once?.ref ?? null) : null;
}
