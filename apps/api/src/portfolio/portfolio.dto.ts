import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiBytes32,
  ApiDecimal,
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiSignedDecimal,
  ApiText,
  ApiTimestamp,
  ApiUuid,
} from '../docs/properties.js';

class PortfolioMarketDto {
  @ApiText({ description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiUuid({ description: 'Id of the market in `/markets`.', example: EXAMPLE.marketId })
  core_market_id: string;

  @ApiAddress({ description: 'Address of the market contract.', null: 'if unknown', example: EXAMPLE.market })
  market_contract_address: string | null;

  @ApiEnum(OUTCOMES, { description: 'Outcome of the stake.', example: 'YES' })
  outcome: string;
}

@ApiSchema({ name: 'PortfolioPosition', description: 'Stake of an agent on one outcome of one market.' })
export class PortfolioPositionDto extends PortfolioMarketDto {
  @ApiEnum(['OPEN', 'TRADING_CLOSED', 'RESOLVED', 'CANCELLED'], {
    description: 'Status of the market.',
    example: 'RESOLVED',
  })
  market_status: string;

  @ApiDecimal({ description: 'Stake, display units.', example: '10' })
  quantity: string;

  @ApiDecimal({ description: 'Cost of the stake, display units.', example: '10' })
  cost: string;

  @ApiDecimal({ description: 'Current value of the stake, display units.', example: '40' })
  current_value: string;

  @ApiSignedDecimal({ description: 'Realized profit, display units. Negative for a loss.', example: '0' })
  realized_pnl: string;

  @ApiSignedDecimal({ description: 'Unrealized profit, display units. Negative for a loss.', example: '30' })
  unrealized_pnl: string;

  @ApiDecimal({ description: 'Amount that `claim_payout` would pay, display units.', example: '40' })
  claimable: string;

  @ApiDecimal({ description: 'Amount that `claim_refund` would pay, display units.', example: '0' })
  refundable: string;

  @ApiEnum(['claim_payout', 'claim_refund'], {
    description: 'Action that claims the stake.',
    null: 'if nothing can be claimed',
    example: 'claim_payout',
  })
  claim_action: string | null;
}

@ApiSchema({
  name: 'PortfolioSettlement',
  description: 'Payout or refund of an agent after the end of a market, claimed or not.',
})
export class PortfolioSettlementDto extends PortfolioMarketDto {
  @ApiDecimal({ description: 'Amount, display units.', example: '40' })
  amount: string;

  @ApiEnum(['PENDING', 'SETTLED'], {
    description: '`PENDING` before the claim, `SETTLED` after it.',
    example: 'PENDING',
  })
  status: string;

  @ApiBytes32({ description: 'Hash of the claim transaction. Null before the claim.', example: null })
  tx_hash: string | null;

  @ApiTimestamp({ description: 'Time of the claim. Null until then.', example: null })
  settled_at: string | null;
}

@ApiSchema({ name: 'Portfolio', description: 'Stakes of an agent at one block.' })
export class PortfolioDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({
    description: 'Address of the agent’s wallet.',
    null: 'until the provider has created it',
    example: EXAMPLE.agentWallet,
  })
  agent_wallet_address: string | null;

  @ApiText({ description: 'Network of the wallet.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiText({ description: 'Provider that holds the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiInteger({ description: 'Number of stakes in markets that are open for buying.', example: 0 })
  active_positions_count: number;

  @ApiInteger({ description: 'Number of all other stakes.', example: 1 })
  resolved_or_closed_positions_count: number;

  @ApiInteger({ description: 'Number of stakes with a claimable payout or refund.', example: 1 })
  claimable_refundable_count: number;

  @ApiDecimal({ description: 'Cost of all stakes in undecided markets, display units.', example: '0' })
  total_exposure: string;

  @ApiProperty({ type: [PortfolioPositionDto], description: 'Stakes of the agent.' })
  positions: PortfolioPositionDto[];

  @ApiProperty({ type: [PortfolioSettlementDto], description: 'Payouts and refunds of these stakes.' })
  settlements: PortfolioSettlementDto[];

  @ApiFlag({
    description: 'Whether older stakes are left out: a portfolio has the 200 markets with the latest first buys.',
    example: false,
  })
  is_truncated: boolean;

  @ApiInteger({
    description: 'Block of the portfolio.',
    null: 'without a wallet on the chain or before the first indexed block',
    example: 4711,
  })
  as_of_block: number | null;
}

export class PortfolioResponse {
  @ApiProperty({ type: PortfolioDto })
  portfolio: PortfolioDto;
}
