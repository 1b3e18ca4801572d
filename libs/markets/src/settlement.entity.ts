import { CreatedAt, Decimal, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome } from './markets/market.js';

/** A payout or refund, pending until it is claimed. */
@Entity('settlements')
export class SettlementEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid')
  marketId: string;

  @Column('uuid')
  userId: string;

  /** Null for a refund: a cancelled market has no resolution. */
  @Column('uuid', { nullable: true })
  resolutionId: string | null;

  @Column('text')
  outcome: Outcome;

  /** Display units. */
  @Decimal()
  amount: string;

  @Column('text', { default: 'PENDING' })
  status: 'PENDING' | 'SETTLED';

  /** Hash of the claim transaction. */
  @Column('text', { nullable: true })
  txHash: string | null;

  @Timestamp({ nullable: true })
  settledAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
