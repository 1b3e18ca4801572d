import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiBytes32,
  ApiDecimal,
  ApiEnum,
  ApiInteger,
  ApiSignedDecimal,
  ApiText,
  ApiTimestamp,
} from '../docs/properties.js';

class HeldMarketDto {
  @ApiText({ description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiAddress({ description: 'Address of the market’s contract.', example: EXAMPLE.market, nullable: true })
  market_contract_address: string | null;

  @ApiEnum(['YES', 'NO'], { description: 'Outcome of the stake.', example: 'YES' })
  outcome: string;
}

@ApiSchema({ name: 'PortfolioPosition', description: 'Stake on one outcome of one market.' })
export class PortfolioPositionDto extends HeldMarketDto {
  @ApiEnum(['OPEN', 'TRADING_CLOSED', 'RESOLVED', 'CANCELLED'], {
    description: 'Status of the market.',
    example: 'RESOLVED',
  })
  market_status: string;

  @ApiDecimal({ description: 'Stake, display units.', example: '10' })
  quantity: string;

  @ApiDecimal({ description: 'Cost of the stake, display units.', example: '10' })
  cost: string;

  @ApiDecimal({
    description: 'Current value, display units. For an undecided market the stake.',
    example: '40',
  })
  current_value: string;

  @ApiSignedDecimal({ description: 'Paid profit, display units, negative for a loss.', example: '0' })
  realized_pnl: string;

  @ApiSignedDecimal({ description: 'Unpaid profit, display units, negative for a loss.', example: '30' })
  unrealized_pnl: string;

  @ApiDecimal({ description: 'Payout of `claim_payout` now, display units.', example: '40' })
  claimable: string;

  @ApiDecimal({ description: 'Refund of `claim_refund` now, display units.', example: '0' })
  refundable: string;

  @ApiEnum(['claim_payout', 'claim_refund'], {
    description: 'Action that claims the payout or refund. Null if nothing can be claimed.',
    example: 'claim_payout',
    nullable: true,
  })
  claim_action: string | null;
}

@ApiSchema({ name: 'PortfolioSettlement', description: 'Payout or refund of a decided market, due or paid.' })
export class PortfolioSettlementDto extends HeldMarketDto {
  @ApiDecimal({ description: 'Amount, display units.', example: '40' })
  amount: string;

  @ApiEnum(['PENDING', 'SETTLED'], {
    description: 'Status of the settlement. `PENDING` until claimed.',
    example: 'PENDING',
  })
  status: string;

  @ApiBytes32({ description: 'Hash of the claim’s transaction. Null before it.', example: null, nullable: true })
  tx_hash: string | null;

  @ApiTimestamp({ description: 'Time of the claim. Null before it.', example: null, nullable: true })
  settled_at: string | null;
}

@ApiSchema({ name: 'Portfolio', description: 'Holdings of an agent’s wallet at one block.' })
export class PortfolioDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({
    description: 'Address of the wallet. Null until the provider has created it.',
    example: EXAMPLE.agentWallet,
    nullable: true,
  })
  agent_wallet_address: string | null;

  @ApiText({ description: 'Network of the wallet.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiText({ description: 'Custody of the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiInteger({ description: 'Number of stakes in open markets.', example: 0 })
  active_positions_count: number;

  @ApiInteger({ description: 'Number of stakes in all other markets.', example: 1 })
  resolved_or_closed_positions_count: number;

  @ApiInteger({ description: 'Number of stakes with a payout or refund to claim.', example: 1 })
  claimable_refundable_count: number;

  @ApiDecimal({ description: 'Cost of all stakes in undecided markets, display units.', example: '0' })
  total_exposure: string;

  @ApiProperty({ type: [PortfolioPositionDto], description: 'Stakes of the wallet.' })
  positions: PortfolioPositionDto[];

  @ApiProperty({ type: [PortfolioSettlementDto], description: 'Payouts and refunds, due or paid.' })
  settlements: PortfolioSettlementDto[];

  @ApiInteger({ description: 'Block of all values. Null if none was read.', example: 4711, nullable: true })
  as_of_block: number | null;
}

export class PortfolioResponse {
  @ApiProperty({ type: PortfolioDto })
  portfolio: PortfolioDto;
}
