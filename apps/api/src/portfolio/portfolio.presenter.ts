import type { Portfolio, PortfolioPosition, PortfolioSettlement } from '@app/agents';
import { plainText } from '@app/common';
import { checksummed } from '../http/present.js';
import type { PortfolioDto, PortfolioPositionDto, PortfolioSettlementDto } from './portfolio.dto.js';

export function presentPortfolio(portfolio: Portfolio): PortfolioDto {
  return {
    agent_id: portfolio.agentId,
    agent_wallet_address: checksummed(portfolio.agentWalletAddress),
    chain: portfolio.chain,
    wallet_provider: portfolio.walletProvider,
    active_positions_count: portfolio.activePositionsCount,
    resolved_or_closed_positions_count: portfolio.resolvedOrClosedPositionsCount,
    claimable_refundable_count: portfolio.claimableRefundableCount,
    total_exposure: portfolio.totalExposure,
    positions: portfolio.positions.map(presentPosition),
    settlements: portfolio.settlements.map(presentSettlement),
    is_truncated: portfolio.isTruncated,
    as_of_block: portfolio.asOfBlock,
  };
}

function presentPosition(position: PortfolioPosition): PortfolioPositionDto {
  return {
    market_id: plainText(position.marketId),
    core_market_id: position.recordId,
    market_contract_address: checksummed(position.marketContractAddress),
    market_status: position.marketStatus,
    outcome: position.outcome,
    quantity: position.quantity,
    cost: position.cost,
    current_value: position.currentValue,
    realized_pnl: position.realizedPnl,
    unrealized_pnl: position.unrealizedPnl,
    claimable: position.claimable,
    refundable: position.refundable,
    claim_action: position.claimAction,
  };
}

function presentSettlement(settlement: PortfolioSettlement): PortfolioSettlementDto {
  return {
    market_id: plainText(settlement.marketId),
    core_market_id: settlement.recordId,
    market_contract_address: checksummed(settlement.marketContractAddress),
    outcome: settlement.outcome,
    amount: settlement.amount,
    status: settlement.status,
    tx_hash: settlement.transactionHash,
    settled_at: settlement.settledAt?.toISOString() ?? null,
  };
}
