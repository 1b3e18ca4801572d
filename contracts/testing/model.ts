import type { ContractErrorName, MarketOutcome } from '@app/contracts';

/** The market contract's rules a second time, written from the design and not from the contract: bigint and maps. */
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
  | { function: 'buyYes' | 'buyNo'; amount: bigint }
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
  collateralIsOurs: boolean;
}

/** Refused for a reason, or carried out, with the tokens that move. */
export type StepResult =
  { error: ContractErrorName } | { error: null; moved: { from: string; to: string; amount: bigint } | null };

export const ESCAPE_SECONDS = 30 * 86_400;
export const MAX_SECONDS = 5 * 365 * 86_400;
export const ZERO_REF = `0x${'00'.repeat(32)}`;
const QUIETLY: StepResult = { error: null, moved: null };
const refuse = (error: ContractErrorName): StepResult => ({ error });

export const poolOf = (market: ModelMarket, side: MarketOutcome): bigint =>
  [...market.stakes[side].values()].reduce((sum, stake) => sum + stake, 0n);
export const stakeOf = (market: ModelMarket, side: MarketOutcome, account: string): bigint =>
  market.stakes[side].get(account) ?? 0n;

/** What a winning stake is worth, by the design's formula. */
export function payoutOf(stake: bigint, winning: bigint, losing: bigint): bigint {
  return stake + (stake * losing) / winning;
}

export function claimable(market: ModelMarket, account: string): { payout: bigint; refund: bigint } {
  if (market.paid.has(account)) return { payout: 0n, refund: 0n };
  if (market.status === 'cancelled') {
    return { payout: 0n, refund: stakeOf(market, 'YES', account) + stakeOf(market, 'NO', account) };
  }
  if (market.status !== 'resolved' || market.winner === null) return { payout: 0n, refund: 0n };
  const loser = market.winner === 'YES' ? 'NO' : 'YES';
  const stake = stakeOf(market, market.winner, account);
  return { payout: payoutOf(stake, poolOf(market, market.winner), poolOf(market, loser)), refund: 0n };
}

/** Refs used by anyone, anywhere, and markets by creator and id. */
export class Model {
  readonly #used = new Set<string>();
  readonly #ids = new Set<string>();

  create(
    by: string,
    { id, closeTime, resolver, collateralIsOurs }: Creation,
    now: number,
    once?: ModelOnce,
  ): StepResult {
    return this.#once(by, now, once, () => {
      if (!collateralIsOurs) return refuse('UnsupportedCollateral');
      if (BigInt(resolver) === 0n) return refuse('InvalidResolver');
      if (closeTime <= now || closeTime > now + MAX_SECONDS) return refuse('InvalidCloseTimestamp');
      if (this.#ids.has(`${by}/${id}`)) return refuse('MarketExists');
      this.#ids.add(`${by}/${id}`);
      return QUIETLY;
    });
  }

  perform(
    by: string,
    market: ModelMarket,
    call: ModelCall,
    { now, once }: { now: number; once?: ModelOnce },
  ): StepResult {
    return this.#once(by, now, once, () => {
      switch (call.function) {
        case 'buyYes':
          return buy(by, market, { side: 'YES', amount: call.amount, now });
        case 'buyNo':
          return buy(by, market, { side: 'NO', amount: call.amount, now });
        case 'closeMarket':
          return close(by, market, now);
        case 'resolve':
          return resolve(by, market, { outcome: call.outcome, now });
        case 'cancelMarket':
          return cancel(by, market, now);
        case 'claimPayout':
          return market.status === 'resolved' ? pay(by, market) : refuse('NotResolved');
        case 'claimRefund':
          return market.status === 'cancelled' ? pay(by, market) : refuse('NotCancelled');
      }
    });
  }

  #once(by: string, now: number, once: ModelOnce | undefined, act: () => StepResult): StepResult {
    if (once === undefined) return act();
    if (once.ref === ZERO_REF) return refuse('ZeroRef');
    if (this.#used.has(`${by}/${once.ref}`)) return refuse('RefUsed');
    if (now > once.deadline) return refuse('DeadlinePassed');
    const verdict = act();
    if (verdict.error === null) this.#used.add(`${by}/${once.ref}`);
    return verdict;
  }
}

function buy(
  by: string,
  market: ModelMarket,
  { side, amount, now }: { side: MarketOutcome; amount: bigint; now: number },
): StepResult {
  if (market.status !== 'open') return refuse('NotOpen');
  if (now >= market.closeTime) return refuse('BuyingEnded');
  if (amount === 0n) return refuse('ZeroAmount');
  market.stakes[side].set(by, stakeOf(market, side, by) + amount);
  return { error: null, moved: { from: by, to: market.address, amount } };
}

function close(by: string, market: ModelMarket, now: number): StepResult {
  if (by !== market.creator && by !== market.resolver) return refuse('NotCreatorOrResolver');
  if (market.status !== 'open') return refuse('NotOpen');
  if (now < market.closeTime) return refuse('TooEarly');
  market.status = 'closed';
  return QUIETLY;
}

function resolve(by: string, market: ModelMarket, { outcome, now }: { outcome: number; now: number }): StepResult {
  if (by !== market.resolver) return refuse('NotResolver');
  if (outcome !== 1 && outcome !== 2) return refuse('InvalidOutcome');
  if (market.status === 'resolved' || market.status === 'cancelled') return refuse('AlreadyFinal');
  if (now < market.closeTime) return refuse('TooEarly');
  const side = outcome === 1 ? 'YES' : 'NO';
  if (poolOf(market, side) === 0n) {
    market.status = 'cancelled';
  } else {
    market.status = 'resolved';
    market.winner = side;
  }
  return QUIETLY;
}

function cancel(by: string, market: ModelMarket, now: number): StepResult {
  if (market.status === 'resolved' || market.status === 'cancelled') return refuse('AlreadyFinal');
  const allowed =
    by === market.resolver ||
    (by === market.creator && now < market.closeTime) ||
    now >= market.closeTime + ESCAPE_SECONDS;
  if (!allowed) return refuse('NotCanceller');
  market.status = 'cancelled';
  return QUIETLY;
}

function pay(by: string, market: ModelMarket): StepResult {
  if (market.paid.has(by)) return refuse('AlreadyClaimed');
  const { payout, refund } = claimable(market, by);
  const amount = payout + refund;
  if (amount === 0n) return refuse('NothingToClaim');
  market.paid.set(by, amount);
  return { error: null, moved: { from: market.address, to: by, amount } };
}
