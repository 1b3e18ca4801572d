import { Module } from '@nestjs/common';
import { CandlesRepository } from './candles.js';
import { MarketsRepository } from './markets/markets.repository.js';
import { PositionsRepository } from './positions.js';
import { QuotesService } from './quotes.js';
import { ResolutionsRepository } from './resolutions.js';
import { SettlementsRepository } from './settlements.js';
import { TradesRepository } from './trades.js';

const PROVIDERS = [
  CandlesRepository,
  MarketsRepository,
  PositionsRepository,
  QuotesService,
  ResolutionsRepository,
  SettlementsRepository,
  TradesRepository,
];

/** The core records. Database is global. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class MarketsModule {}
