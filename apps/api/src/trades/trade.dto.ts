import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OUTCOMES, type Outcome, SIDES, type Side, type CreateTradeInput } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { ApiBytes32, ApiDecimal, ApiEnum, ApiText, ApiTimestamp, ApiUuid } from '../docs/properties.js';
import { DecimalString, OneOf, UuidField } from '../http/validation/fields.js';

@ApiSchema({ name: 'CreateTradeBody', description: 'Terms of a trade intent.' })
export class CreateTradeDto {
  @UuidField({ description: 'Id of the trading user. The user need not exist.', example: EXAMPLE.userId })
  user_id: string;

  @UuidField({ description: 'Id of the market, which must be `OPEN`.', example: EXAMPLE.marketId })
  market_id: string;

  @OneOf(OUTCOMES, { description: 'Outcome to trade.', example: 'YES' })
  outcome: Outcome;

  @OneOf(SIDES, { description: 'Side of the trade.', example: 'BUY' })
  side: Side;

  @DecimalString({
    description: 'Quantity above 0, with at most 18 significant digits before the decimal point and 18 after it.',
    example: '10',
    positive: true,
  })
  quantity: string;

  @DecimalString({ description: 'Price per unit, 0 to 1.', example: '0.25', max: '1' })
  price: string;
}

@ApiSchema({ name: 'Trade', description: 'Record of an intended trade. Nothing is executed on the chain.' })
export class TradeDto {
  @ApiUuid({ description: 'Id of the record.', example: EXAMPLE.tradeId })
  id: string;

  @ApiUuid({ description: 'Id of the trading user.', example: EXAMPLE.userId })
  user_id: string;

  @ApiUuid({ description: 'Id of the market.', example: EXAMPLE.marketId })
  market_id: string;

  @ApiEnum(OUTCOMES, { description: 'Outcome to trade.', example: 'YES' })
  outcome: string;

  @ApiEnum(SIDES, { description: 'Side of the trade.', example: 'BUY' })
  side: string;

  @ApiDecimal({ description: 'Quantity.', example: '10' })
  quantity: string;

  @ApiDecimal({ description: 'Price per unit, 0 to 1.', example: '0.25' })
  price: string;

  @ApiDecimal({ description: 'Quantity × price, exact.', example: '2.5' })
  collateral_amount: string;

  @ApiDecimal({ description: 'Fee, always `0`.', example: '0' })
  fee_amount: string;

  @ApiEnum(['PENDING'], { description: 'Status of the record, always `PENDING`.', example: 'PENDING' })
  status: string;

  @ApiBytes32({ description: 'Transaction hash, always null.', example: null })
  tx_hash: string | null;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.createdAt })
  updated_at: string;
}

@ApiSchema({ name: 'TradeExecution', description: 'Execution of a trade intent, which never takes place.' })
export class TradeExecutionDto {
  @ApiEnum(['not_executed'], { description: 'Always `not_executed`.', example: 'not_executed' })
  status: 'not_executed';

  @ApiText({
    description: 'Reason, for people.',
    example: 'A trade intent is a record only; nothing was executed on chain.',
  })
  reason: string;
}

export class TradeResponse {
  @ApiProperty({ type: TradeDto })
  trade: TradeDto;

  @ApiProperty({ type: TradeExecutionDto })
  execution: TradeExecutionDto;
}

export function toCreateTradeInput(body: CreateTradeDto): CreateTradeInput {
  const { user_id: userId, market_id: marketId, outcome, side, quantity, price } = body;
  return { userId, marketId, outcome, side, quantity, price };
}
