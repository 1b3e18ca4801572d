import { fromBaseUnits } from '@app/common';
import { payoutOf } from '@app/contracts';
import type { MarketHolding } from './holding.js';
import type { PortfolioMarketStatus, PortfolioOutcome, PortfolioPosition, PortfolioSettlement } from './portfolio.js';

export interface ValuationContext {
  /** Of the block that the holding is as of. */
  blockTime: Date;
  /** Of the collateral. */
  decimals: number;
}

export interface ValuedHolding {
  positions: PortfolioPosition[];
  settlements: PortfolioSettlement[];
}

interface Side {
  outcome: PortfolioOutcome;
  stake: bigint;
  /** What the market pays for this side in the end: null while that is open. */
  due: bigint | null;
}

/** One holding as positions, one for each side that has a stake, and as what is owed for them. */
export function valueHolding(holding: MarketHolding, context: ValuationContext): ValuedHolding {
  const sides = sidesOf(holding).filter(({ stake }) => stake > 0n);
  return {
    positions: sides.map((side) => toPosition(side, holding, context)),
    settlements: sides.flatMap((side) => toSettlement(side, holding, context)),
  };
}

/** An open market whose close time has come takes no more stakes, whether or not somebody has closed it. */
export function marketStatusOf(holding: MarketHolding, blockTime: Date): PortfolioMarketStatus {
  switch (holding.phase) {
    case 'open':
      return blockTime < holding.closesAt ? 'OPEN' : 'TRADING_CLOSED';
    case 'closed':
      return 'TRADING_CLOSED';
    case 'resolved':
      return 'RESOLVED';
    case 'cancelled':
      return 'CANCELLED';
  }
}

function sidesOf(holding: MarketHolding): Side[] {
  const { yesBaseUnits: yes, noBaseUnits: no, totalYesBaseUnits, totalNoBaseUnits } = holding;
  const pools = {
    YES: { own: totalYesBaseUnits, other: totalNoBaseUnits },
    NO: { own: totalNoBaseUnits, other: totalYesBaseUnits },
  };
  return [
    { outcome: 'YES', stake: yes, due: dueOf(holding, 'YES', { stake: yes, ...pools.YES }) },
    { outcome: 'NO', stake: no, due: dueOf(holding, 'NO', { stake: no, ...pools.NO }) },
  ];
}

/** The contract's own arithmetic: a winner gets the stake and a share of the losing pool, rounded down. */
function dueOf(
  { phase, winningOutcome }: MarketHolding,
  outcome: PortfolioOutcome,
  { stake, own, other }: { stake: bigint; own: bigint; other: bigint },
): bigint | null {
  if (phase === 'cancelled') return stake;
  if (phase !== 'resolved') return null;
  return outcome === winningOutcome && own > 0n ? payoutOf(stake, { winning: own, losing: other }) : 0n;
}

function toPosition(
  { outcome, stake, due }: Side,
  holding: MarketHolding,
  context: ValuationContext,
): PortfolioPosition {
  const display = (amount: bigint): string => fromBaseUnits(amount, context.decimals);
  const owed = due !== null && due > 0n && holding.claim === null;
  const refunds = holding.phase === 'cancelled';
  // A loss is final with the resolution, a profit or a refund with the claim.
  const settled = due !== null && !owed;
  const profit = (due ?? stake) - stake;
  return {
    marketId: holding.marketId,
    marketContractAddress: holding.marketContractAddress,
    marketStatus: marketStatusOf(holding, context.blockTime),
    outcome,
    quantity: display(stake),
    cost: display(stake),
    currentValue: display(settled ? 0n : (due ?? stake)),
    realizedPnl: display(settled ? profit : 0n),
    unrealizedPnl: display(settled ? 0n : profit),
    claimable: display(owed && !refunds ? due : 0n),
    refundable: display(owed && refunds ? due : 0n),
    claimAction: owed ? (refunds ? 'claim_refund' : 'claim_payout') : null,
  };
}

function toSettlement(
  { outcome, due }: Side,
  holding: MarketHolding,
  context: ValuationContext,
): PortfolioSettlement[] {
  if (due === null || due === 0n) return [];
  const { claim } = holding;
  return [
    {
      marketId: holding.marketId,
      marketContractAddress: holding.marketContractAddress,
      outcome,
      amount: fromBaseUnits(due, context.decimals),
      status: claim === null ? 'PENDING' : 'SETTLED',
      transactionHash: claim?.transactionHash ?? null,
      settledAt: claim?.settledAt ?? null,
    },
  ];
}
