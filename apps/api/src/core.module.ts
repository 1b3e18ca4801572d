import { Module } from '@nestjs/common';
import { MarketsModule } from '@app/markets';
import { CandlesController } from './candles/candles.controller.js';
import { ContractController } from './contract/contract.controller.js';
import { MarketsController } from './markets/markets.controller.js';
import { PositionsController } from './positions/positions.controller.js';
import { QuotesController } from './quotes/quotes.controller.js';
import { ResolutionsController } from './resolutions/resolutions.controller.js';
import { SettlementsController } from './settlements/settlements.controller.js';
import { TradesController } from './trades/trades.controller.js';

/** Core REST surface. */
@Module({
  imports: [MarketsModule],
  controllers: [
    MarketsController,
    QuotesController,
    CandlesController,
    TradesController,
    PositionsController,
    ResolutionsController,
    SettlementsController,
    ContractController,
  ],
})
export class CoreModule {}
