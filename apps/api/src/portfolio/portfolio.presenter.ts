import type { Portfolio, PortfolioPosition, PortfolioSettlement } from '@app/agents';
import { plainText } from '@app/common';
import { checksummed, present } from '../http/present.js';
import { PortfolioDto, PortfolioPositionDto, PortfolioSettlementDto } from './portfolio.dto.js';

export function presentPortfolio(portfolio: Portfolio): PortfolioDto {
  return present(PortfolioDto, {
    ...portfolio,
    agentWalletAddress: checksummed(portfolio.agentWalletAddress),
    positions: portfolio.positions.map((position) =>
      present(PortfolioPositionDto, { ...position, ...marketOf(position) }),
    ),
    settlements: portfolio.settlements.map((settlement) =>
      present(PortfolioSettlementDto, { ...settlement, ...marketOf(settlement), txHash: settlement.transactionHash }),
    ),
  });
}

function marketOf({ marketId, recordId, marketContractAddress }: PortfolioPosition | PortfolioSettlement): {
  marketId: string;
  coreMarketId: string;
  marketContractAddress: string | null;
} {
  return {
    marketId: plainText(marketId),
    coreMarketId: recordId,
    marketContractAddress: checksummed(marketContractAddress),
  };
}
