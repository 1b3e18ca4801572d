import { Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { TradesRepository } from '@app/markets';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { present } from '../http/present.js';
import { ValidBody } from '../http/validation/valid-body.decorator.js';
import { CreateTradeDto, TradeDto, type TradeExecutionDto, TradeResponse, toCreateTradeInput } from './trade.dto.js';

/** Sent with every trade: it is only a record. */
const NOT_EXECUTED: TradeExecutionDto = {
  status: 'not_executed',
  reason: 'A trade intent is a record only; nothing was executed on chain.',
};

@Controller('trade-intents')
@ApiTags('Trade intents')
export class TradesController {
  constructor(private readonly trades: TradesRepository) {}

  @Post()
  @ApiOperation({
    summary: 'Record a trade intent',
    description: 'Records an intended trade without executing it. Agent intents trade on the chain.',
  })
  @ApiCreatedResponse({ type: TradeResponse, description: 'The record.' })
  @ApiErrors('market_not_open', 'market_not_found')
  @FailsWith('trade_intent_create_failed')
  @NeedsKey('records', 'user in body')
  async createTradeIntent(@ValidBody('invalid_trade_intent') body: CreateTradeDto): Promise<TradeResponse> {
    const trade = await this.trades.recordTrade(toCreateTradeInput(body));
    return { trade: present(TradeDto, trade), execution: NOT_EXECUTED };
  }
}
