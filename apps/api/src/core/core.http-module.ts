import { Module } from '@nestjs/common';
import { MarketsModule } from '@app/markets';
import { ChainController } from './chain/chain.controller.js';
import { HistoryController } from './history/history.controller.js';
import { MarketsController } from '../markets/markets.controller.js';
import { PositionsController } from './positions/positions.controller.js';
import { QuotesController } from './quotes/quotes.controller.js';
import { ResolutionsController } from './resolutions/resolutions.controller.js';
import { SettlementsController } from './settlements/settlements.controller.js';
import { TradesController } from './trades/trades.controller.js';

export const LEGACY_CORE_CONTROLLERS = [
  QuotesController,
  HistoryController,
  TradesController,
  PositionsController,
  ResolutionsController,
  SettlementsController,
  ChainController,
];

/** The core REST surface. */
@Module({ imports: [MarketsModule], controllers: [MarketsController, ...LEGACY_CORE_CONTROLLERS] })
export class CoreHttpModule {}
