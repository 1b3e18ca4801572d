import type { ContractErrorName, MarketOutcome } from '@app/chain';

/** State of one market in the reference model, which is written from the design and not from the contract. */
export interface ModelMarket {
  address: string;
  creator: string;
  resolver: string;
  closeTime: number;
  status: 'open' | 'closed' | 'resolved' | 'cancelled';
  winner: MarketOutcome | null;
  stakes: Record<MarketOutcome, Map<string, bigint>>;
  paid: Map<string, bigint>;
  donated: bigint;
}

export type ModelCall =
  | { function: 'buyYes' | 'buyNo'; amount: bigint; minPayout: bigint }
  | { function: 'resolve'; outcome: number }
  | { function: 'closeMarket' | 'cancelMarket' | 'claimPayout' | 'claimRefund' };

export interface ModelOnce {
  ref: string;
  deadline: number;
}

export interface Creation {
  id: string;
  closeTime: number;
  resolver: string;
  isFactoryCollateral: boolean;
}

/** A contract error, or the token transfer of an accepted call. */
export type CallResult =
  { error: ContractErrorName } | { error: null; moved: { from: string; to: string; amount: bigint } | null };

export const ESCAPE_SECONDS = 30 * 86_400;
export const MAX_SECONDS = 5 * 365 * 86_400;
export const ZERO_REF = `0x${'00'.repeat(32)}`;
const ACCEPTED: CallResult = { error: null, moved: null };
const reject = (error: ContractErrorName): CallResult => ({ error });

export const poolOf = (market: ModelMarket, side: MarketOutcome): bigint =>
  [...market.stakes[side].values()].reduce((sum, stake) => sum + stake, 0n);
export const stakeOf = (market: ModelMarket, side: MarketOutcome, account: string): bigint =>
  market.stakes[side].get(account) ?? 0n;

/** Payout of a winning stake: the stake and its share of the losing pool. */
export function computePayout(stake: bigint, winning: bigint, losing: bigint): bigint {
  return stake + (stake * losing) / winning;
}

/** Payout of a new stake of at least 1 if its side won with the pools after it. */
export function payoutAfterBuy(market: ModelMarket, side: MarketOutcome, amount: bigint): bigint {
  const other = side === 'YES' ? 'NO' : 'YES';
  return computePayout(amount, poolOf(market, side) + amount, poolOf(market, other));
}

export function claimable(market: ModelMarket, account: string): { payout: bigint; refund: bigint } {
  if (market.paid.has(account)) return { payout: 0n, refund: 0n };
  if (market.status === 'cancelled') {
    return { payout: 0n, refund: stakeOf(market, 'YES', account) + stakeOf(market, 'NO', account) };
  }
  if (market.status !== 'resolved' || market.winner === null) return { payout: 0n, refund: 0n };
  const loser = market.winner === 'YES' ? 'NO' : 'YES';
  const stake = stakeOf(market, market.winner, account);
  return { payout: computePayout(stake, poolOf(market, market.winner), poolOf(market, loser)), refund: 0n };
}

/** Reference model of the contracts: used refs and existing markets. */
export class Model {
  private readonly used = new Set<string>();
  private readonly ids = new Set<string>();

  create(
    by: string,
    { id, closeTime, resolver, isFactoryCollateral }: Creation,
    now: number,
    once?: ModelOnce,
  ): CallResult {
    return this.once(by, now, once, () => {
      if (!isFactoryCollateral) return reject('UnsupportedCollateral');
      if (BigInt(resolver) === 0n) return reject('InvalidResolver');
      if (closeTime <= now || closeTime > now + MAX_SECONDS) return reject('InvalidCloseTimestamp');
      if (this.ids.has(`${by}/${id}`)) return reject('MarketExists');
      this.ids.add(`${by}/${id}`);
      return ACCEPTED;
    });
  }

  perform(
    by: string,
    market: ModelMarket,
    call: ModelCall,
    { now, once }: { now: number; once?: ModelOnce },
  ): CallResult {
    return this.once(by, now, once, () => {
      switch (call.function) {
        case 'buyYes':
          return buy(by, market, { ...call, side: 'YES', now });
        case 'buyNo':
          return buy(by, market, { ...call, side: 'NO', now });
        case 'closeMarket':
          return close(by, market, now);
        case 'resolve':
          return resolve(by, market, { outcome: call.outcome, now });
        case 'cancelMarket':
          return cancel(by, market, now);
        case 'claimPayout':
          return market.status === 'resolved' ? pay(by, market) : reject('NotResolved');
        case 'claimRefund':
          return market.status === 'cancelled' ? pay(by, market) : reject('NotCancelled');
      }
    });
  }

  private once(by: string, now: number, once: ModelOnce | undefined, act: () => CallResult): CallResult {
    if (once === undefined) return act();
    if (once.ref === ZERO_REF) return reject('ZeroRef');
    if (this.used.has(`${by}/${once.ref}`)) return reject('RefUsed');
    if (now > once.deadline) return reject('DeadlinePassed');
    const result = act();
    if (result.error === null) this.used.add(`${by}/${once.ref}`);
    return result;
  }
}

function buy(
  by: string,
  market: ModelMarket,
  { side, amount, minPayout, now }: { side: MarketOutcome; amount: bigint; minPayout: bigint; now: number },
): CallResult {
  if (market.status !== 'open') return reject('NotOpen');
  if (now >= market.closeTime) return reject('BuyingEnded');
  if (amount === 0n) return reject('ZeroAmount');
  if (payoutAfterBuy(market, side, amount) < minPayout) return reject('PayoutBelowMinimum');
  market.stakes[side].set(by, stakeOf(market, side, by) + amount);
  return { error: null, moved: { from: by, to: market.address, amount } };
}

function close(by: string, market: ModelMarket, now: number): CallResult {
  if (by !== market.creator && by !== market.resolver) return reject('NotCreatorOrResolver');
  if (market.status !== 'open') return reject('NotOpen');
  if (now < market.closeTime) return reject('TooEarly');
  market.status = 'closed';
  return ACCEPTED;
}

function resolve(by: string, market: ModelMarket, { outcome, now }: { outcome: number; now: number }): CallResult {
  if (by !== market.resolver) return reject('NotResolver');
  if (outcome !== 1 && outcome !== 2) return reject('InvalidOutcome');
  if (market.status === 'resolved' || market.status === 'cancelled') return reject('AlreadyFinal');
  if (now < market.closeTime) return reject('TooEarly');
  const side = outcome === 1 ? 'YES' : 'NO';
  if (poolOf(market, side) === 0n) {
    market.status = 'cancelled';
  } else {
    market.status = 'resolved';
    market.winner = side;
  }
  return ACCEPTED;
}

function cancel(by: string, market: ModelMarket, now: number): CallResult {
  if (market.status === 'resolved' || market.status === 'cancelled') return reject('AlreadyFinal');
  const allowed =
    by === market.resolver ||
    (by === market.creator && now < market.closeTime) ||
    now >= market.closeTime + ESCAPE_SECONDS;
  if (!allowed) return reject('NotCanceller');
  market.status = 'cancelled';
  return ACCEPTED;
}

function pay(by: string, market: ModelMarket): CallResult {
  if (market.paid.has(by)) return reject('AlreadyClaimed');
  const { payout, refund } = claimable(market, by);
  const amount = payout + refund;
  if (amount === 0n) return reject('NothingToClaim');
  market.paid.set(by, amount);
  return { error: null, moved: { from: market.address, to: by, amount } };
}
