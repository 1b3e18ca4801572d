import { CreatedAt, Decimal, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome } from './markets/market.js';

/** A user's stake in one outcome of a market. Decimals are in display units. */
@Entity('positions')
export class PositionEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid')
  userId: string;

  @Column('uuid')
  marketId: string;

  @Column('text')
  outcome: Outcome;

  @Decimal()
  quantity: string;

  /** Stake-weighted mean of the implied probability after each buy, 0 to 1. */
  @Decimal()
  averageEntryPrice: string;

  /** Negative for a loss. */
  @Column('numeric', { default: 0 })
  realizedPnl: string;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
