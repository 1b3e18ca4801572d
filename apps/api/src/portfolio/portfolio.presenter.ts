import type { ActivityItem, Portfolio, PortfolioPosition, PortfolioSettlement } from '@app/agents';
import { addressOf, timestampOf } from '../http/present.js';
import { presentApproval } from '../intents/execution.presenter.js';
import type { ActivityItemDto } from './activity.dto.js';
import type { PortfolioDto, PortfolioPositionDto, PortfolioSettlementDto } from './portfolio.dto.js';

export function presentPortfolio(portfolio: Portfolio): PortfolioDto {
  return {
    agent_id: portfolio.agentId,
    agent_wallet_address: addressOf(portfolio.agentWalletAddress),
    chain: portfolio.chain,
    wallet_provider: portfolio.walletProvider,
    active_positions_count: portfolio.activePositionsCount,
    resolved_or_closed_positions_count: portfolio.resolvedOrClosedPositionsCount,
    claimable_refundable_count: portfolio.claimableRefundableCount,
    total_exposure: portfolio.totalExposure,
    positions: portfolio.positions.map(presentPosition),
    settlements: portfolio.settlements.map(presentSettlement),
    as_of_block: portfolio.asOfBlock,
  };
}

export function presentActivityItem(item: ActivityItem): ActivityItemDto {
  return {
    type: item.type,
    id: item.id,
    intent_id: item.intentId,
    action: item.action,
    status: item.status,
    market_id: item.marketId,
    market_contract_address: addressOf(item.marketContractAddress),
    amount: item.amount,
    outcome: item.outcome,
    ...presentApproval(item),
    transaction_hash: item.transactionHash,
    error_code: item.errorCode,
    error_message: item.errorMessage,
    created_at: timestampOf(item.createdAt),
    updated_at: timestampOf(item.updatedAt),
  };
}

function presentPosition(position: PortfolioPosition): PortfolioPositionDto {
  return {
    market_id: position.marketId,
    market_contract_address: addressOf(position.marketContractAddress),
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
    market_id: settlement.marketId,
    market_contract_address: addressOf(settlement.marketContractAddress),
    outcome: settlement.outcome,
    amount: settlement.amount,
    status: settlement.status,
    tx_hash: settlement.transactionHash,
    settled_at: timestampOf(settlement.settledAt),
  };
}
