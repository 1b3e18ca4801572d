import { subtractDecimals } from '@app/common';
import type { Holding } from './holding.js';
import type { PortfolioMarketStatus, PortfolioPosition, PortfolioSettlement } from './portfolio.js';

/** An open market takes no more stakes from its close time, whether or not it was closed. */
export function toMarketStatus({ phase, closesAt }: Holding, blockTime: Date): PortfolioMarketStatus {
  switch (phase) {
    case 'open':
      return blockTime < closesAt ? 'OPEN' : 'TRADING_CLOSED';
    case 'closed':
      return 'TRADING_CLOSED';
    case 'resolved':
      return 'RESOLVED';
    case 'cancelled':
      return 'CANCELLED';
  }
}

/** @param blockTime time of the block that the holding is as of */
export function toPosition(holding: Holding, blockTime: Date): PortfolioPosition {
  const { marketId, recordId, marketContractAddress, outcome, stake, phase } = holding;
  const isDecided = phase === 'resolved' || phase === 'cancelled';
  const due = isDecided ? (holding.due ?? '0') : stake;
  const owed = isDecided && holding.due !== null && holding.transactionHash === null;
  const refunds = phase === 'cancelled';
  // A loss is final with the resolution, a profit or a refund with the claim.
  const settled = isDecided && !owed;
  const profit = subtractDecimals(due, stake);
  return {
    marketId,
    recordId,
    marketContractAddress,
    marketStatus: toMarketStatus(holding, blockTime),
    outcome,
    quantity: stake,
    cost: stake,
    currentValue: settled ? '0' : due,
    realizedPnl: settled ? profit : '0',
    unrealizedPnl: settled ? '0' : profit,
    claimable: owed && !refunds ? due : '0',
    refundable: owed && refunds ? due : '0',
    claimAction: owed ? (refunds ? 'claim_refund' : 'claim_payout') : null,
  };
}

/** Empty for an undecided market and for a loss. */
export function toSettlements(holding: Holding): PortfolioSettlement[] {
  const { outcome, due, transactionHash, settledAt } = holding;
  if (due === null) return [];
  const status = transactionHash === null ? 'PENDING' : 'SETTLED';
  const { marketId, recordId, marketContractAddress } = holding;
  return [{ marketId, recordId, marketContractAddress, outcome, amount: due, status, transactionHash, settledAt }];
}
