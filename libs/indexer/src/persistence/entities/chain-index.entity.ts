import { Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Progress of the index and the lease of the worker that advances it. One row. */
@Entity('chain_index')
export class ChainIndexEntity {
  @PrimaryColumn('boolean', { default: true })
  singleton: boolean;

  @Column('bigint', { nullable: true })
  chainId: string | null;

  @Column('text', { nullable: true })
  factoryAddress: string | null;

  /** One base unit of the collateral in display units, such as 0.000001. */
  @Column('numeric', { nullable: true })
  baseUnit: string | null;

  @Column('integer', { nullable: true })
  confirmations: number | null;

  /** Every event up to this block, and none after it, is in chain_events. */
  @Column('bigint', { nullable: true })
  blockNumber: string | null;

  @Column('text', { nullable: true })
  blockHash: string | null;

  @Timestamp({ nullable: true })
  blockTime: Date | null;

  @Column('bigint', { nullable: true })
  headNumber: string | null;

  /** Grows with every lease; a write under an older fence is refused. */
  @Column('bigint', { default: 0 })
  fence: string;

  @Timestamp({ nullable: true })
  leaseUntil: Date | null;

  /** When the index was last empty: executions that ended before are not compared with it. */
  @Timestamp({ default: () => 'now()' })
  startedAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
