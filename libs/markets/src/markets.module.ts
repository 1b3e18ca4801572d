import { Module } from '@nestjs/common';
import { CandlesRepository } from './candles.repository.js';
import { DiscoveryRepository } from './markets/discovery.repository.js';
import { MarketsRepository } from './markets/markets.repository.js';
import { PositionsRepository } from './positions.repository.js';
import { QuotesService } from './quotes.service.js';
import { ResolutionsRepository } from './resolutions.repository.js';
import { SettlementsRepository } from './settlements.repository.js';
import { TradesRepository } from './trades.repository.js';

const PROVIDERS = [
  CandlesRepository,
  DiscoveryRepository,
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
