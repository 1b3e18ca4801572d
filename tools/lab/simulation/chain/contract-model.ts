import type { ContractErrorName, MarketCall, MarketPhase } from '@app/chain';
import type { Effect } from '../../../../libs/chain/src/chain.js';
import { type DecodedCall, decodeCall } from './call-data.js';
import { deriveMarket } from './encode-logs.js';
import { UndoLog } from './undo-log.js';

export interface Market {
  creator: string;
  resolver: string;
  closeAtS: number;
  status: MarketPhase;
  winner: 'yes' | 'no' | null;
  totalYes: bigint;
  totalNo: bigint;
}

export interface CallInBlock {
  from: string;
  to: string;
  callData: string;
  timestampS: number;
  /** Transaction and block, recorded with the effect. */
  place: Effect;
}

/** One accepted action: one per used ref, and one per action without a ref. */
export interface RecordedEffect extends Effect {
  sender: string;
  ref: string | null;
}

type CallError = ContractErrorName | null;
type Act = Extract<DecodedCall, { kind: 'act' }>;

interface Buy {
  side: 'yes' | 'no';
  amount: bigint;
  minPayoutBaseUnits: bigint;
}

/** Model of the contracts: refs, deadlines, allowances, pools and claims, with the same order of checks. */
export class ContractModel {
  readonly undoLog = new UndoLog();
  readonly nativeWei = new Map<string, bigint>();
  readonly tokens = new Map<string, bigint>();
  readonly allowances = new Map<string, bigint>();
  readonly markets = new Map<string, Market>();
  readonly stakes = new Map<string, bigint>();
  readonly claimed = new Map<string, boolean>();
  readonly effects = new Map<string, RecordedEffect>();
  /** Payout of each buy at the pools after it, in base units, by transaction hash. */
  readonly payouts = new Map<string, bigint>();
  private unreferenced = 0;

  /** Runs a call. A refused call changes nothing. */
  run(call: CallInBlock): CallError {
    const mark = this.undoLog.mark;
    const error = this.execute(call, decodeCall(call.callData));
    if (error !== null) this.undoLog.rollBack(mark);
    return error;
  }

  effectOf(sender: string, ref: string): RecordedEffect | null {
    return this.effects.get(`${sender}|${ref}`) ?? null;
  }

  isMarket(address: string): boolean {
    return this.markets.has(address.toLowerCase());
  }

  private execute(call: CallInBlock, decoded: DecodedCall | null): CallError {
    if (decoded === null) return null;
    const from = call.from.toLowerCase();
    if (decoded.kind === 'approve') {
      this.undoLog.set(this.allowances, `${from}|${decoded.spender}`, decoded.amountBaseUnits);
      return null;
    }
    return this.useRef({ ...call, from }, decoded) ?? this.act({ ...call, from, to: call.to.toLowerCase() }, decoded);
  }

  private useRef({ from, timestampS, place }: CallInBlock, { once }: Act): CallError {
    this.unreferenced += once === null ? 1 : 0;
    const name = once === null ? `${from}|plain-${this.unreferenced}` : `${from}|${once.ref}`;
    if (this.effects.has(name)) return 'RefUsed';
    if (once !== null && timestampS > once.deadlineS) return 'DeadlinePassed';
    this.undoLog.set(this.effects, name, { ...place, sender: from, ref: once?.ref ?? null });
    return null;
  }

  private act(call: CallInBlock, { name, amountOrOutcome, minPayoutBaseUnits, once }: Act): CallError {
    if (name === 'createMarket') return this.create(call, once?.ref ?? '');
    const market = this.markets.get(call.to);
    if (market === undefined) return 'NotMarket';
    const isFinal = market.status === 'resolved' || market.status === 'cancelled';
    switch (name) {
      case 'buyYes':
      case 'buyNo':
        return this.buy(call, market, {
          side: name === 'buyYes' ? 'yes' : 'no',
          amount: amountOrOutcome,
          minPayoutBaseUnits,
        });
      case 'closeMarket':
        if (call.from !== market.creator && call.from !== market.resolver) return 'NotCreatorOrResolver';
        if (market.status !== 'open') return 'NotOpen';
        return call.timestampS < market.closeAtS ? 'TooEarly' : this.change(call, { ...market, status: 'closed' });
      case 'resolve':
        if (call.from !== market.resolver) return 'NotResolver';
        if (isFinal) return 'AlreadyFinal';
        if (call.timestampS < market.closeAtS) return 'TooEarly';
        return this.change(call, { ...market, status: 'resolved', winner: amountOrOutcome === 1n ? 'yes' : 'no' });
      case 'cancelMarket':
        if (isFinal) return 'AlreadyFinal';
        if (call.from !== market.resolver && call.from !== market.creator) return 'NotCanceller';
        return this.change(call, { ...market, status: 'cancelled' });
      case 'claimPayout':
      case 'claimRefund':
        return this.claim(call, market, name);
    }
  }

  private create({ from }: CallInBlock, ref: string): CallError {
    const address = deriveMarket(ref);
    const market = { creator: from, resolver: from, closeAtS: Number.MAX_SAFE_INTEGER, winner: null };
    this.undoLog.set(this.markets, address, { ...market, status: 'open', totalYes: 0n, totalNo: 0n });
    return null;
  }

  private buy(call: CallInBlock, market: Market, { side, amount, minPayoutBaseUnits }: Buy): CallError {
    const { from, to } = call;
    if (market.status !== 'open') return 'NotOpen';
    if (call.timestampS >= market.closeAtS) return 'BuyingEnded';
    const [own, other] = side === 'yes' ? [market.totalYes, market.totalNo] : [market.totalNo, market.totalYes];
    const payout = amount + (amount * other) / (own + amount);
    if (payout < minPayoutBaseUnits) return 'PayoutBelowMinimum';
    const allowance = this.allowances.get(`${from}|${to}`) ?? 0n;
    if (allowance < amount) return 'ERC20InsufficientAllowance';
    const balance = this.tokens.get(from) ?? 0n;
    if (balance < amount) return 'ERC20InsufficientBalance';
    this.undoLog.set(this.allowances, `${from}|${to}`, allowance - amount);
    this.undoLog.set(this.tokens, from, balance - amount);
    const stake = `${to}|${side}|${from}`;
    this.undoLog.set(this.stakes, stake, (this.stakes.get(stake) ?? 0n) + amount);
    this.undoLog.set(this.payouts, call.place.transactionHash, payout);
    const pools = side === 'yes' ? { totalYes: market.totalYes + amount } : { totalNo: market.totalNo + amount };
    return this.change(call, { ...market, ...pools });
  }

  private claim({ from, to }: CallInBlock, market: Market, name: MarketCall['function']): CallError {
    const refund = name === 'claimRefund';
    if (refund && market.status !== 'cancelled') return 'NotCancelled';
    if (!refund && market.status !== 'resolved') return 'NotResolved';
    const stakeOn = (side: string): bigint => this.stakes.get(`${to}|${side}|${from}`) ?? 0n;
    const owed = refund ? stakeOn('yes') + stakeOn('no') : stakeOn(market.winner ?? 'yes');
    if (this.claimed.get(`${to}|${from}`) === true) return 'AlreadyClaimed';
    if (owed === 0n) return 'NothingToClaim';
    this.undoLog.set(this.claimed, `${to}|${from}`, true);
    this.undoLog.set(this.tokens, from, (this.tokens.get(from) ?? 0n) + owed);
    return null;
  }

  private change({ to }: CallInBlock, market: Market): CallError {
    this.undoLog.set(this.markets, to, market);
    return null;
  }
}
