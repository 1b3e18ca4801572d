import { ChainBlockEntity } from './chain-block.entity.js';
import { ChainEventEntity } from './chain-event.entity.js';
import { ChainIndexEntity } from './chain-index.entity.js';
import { ChainMarketEntity } from './chain-market.entity.js';
import { ChainStakeEntity } from './chain-stake.entity.js';
import { MarketCandleEntity } from './market-candle.entity.js';

/** Tables that the indexer owns. */
export const INDEXER_ENTITIES = [
  ChainBlockEntity,
  ChainEventEntity,
  ChainIndexEntity,
  ChainMarketEntity,
  ChainStakeEntity,
  MarketCandleEntity,
] as const;
