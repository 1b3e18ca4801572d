import { Controller, Post } from '@nestjs/common';
import { TradesRepository } from '@app/markets';
import { NeedsKey } from '../../auth/needs-key.decorator.js';
import { ValidBody } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { CreateTradeBody, tradeTermsOf } from './create-trade.body.js';
import { NOT_EXECUTED, presentTrade, type TradeBody } from './trade.presenter.js';
import { TRADES_DOCS } from './trades.docs.js';

@Controller('trade-intents')
export class TradesController {
  constructor(private readonly trades: TradesRepository) {}

  @Post()
  @Describe(TRADES_DOCS.create)
  @NeedsKey('records', 'nobody')
  async create(
    @ValidBody(CreateTradeBody, 'invalid_trade_intent') body: CreateTradeBody,
  ): Promise<{ trade: TradeBody; execution: typeof NOT_EXECUTED }> {
    return { trade: presentTrade(await this.trades.recordTrade(tradeTermsOf(body))), execution: NOT_EXECUTED };
  }
}
