import { MarketEntity } from './markets/market.entity.js';
import { PositionEntity } from './position.entity.js';
import { ResolutionEntity } from './resolution.entity.js';
import { SettlementEntity } from './settlement.entity.js';
import { TradeEntity } from './trade.entity.js';
import { UserEntity } from './user.entity.js';

/** Tables of the core records. */
export const MARKET_ENTITIES = [
  MarketEntity,
  PositionEntity,
  ResolutionEntity,
  SettlementEntity,
  TradeEntity,
  UserEntity,
] as const;
