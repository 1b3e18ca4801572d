import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Outcome } from './markets/market.js';

@Entity('resolutions')
export class ResolutionEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid')
  marketId: string;

  @Column('text')
  winningOutcome: Outcome;

  @Column('text', { default: 'RESOLVED' })
  status: string;

  @Column('text', { default: 'manual' })
  resolverType: string;

  /** Hash of the transaction that resolved the market. */
  @Column('text')
  evidenceReference: string;

  @Timestamp()
  resolvedAt: Date;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
