import { Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** State of the wallet provider that all workers share. Its one row is `default`. */
@Entity('provider_accounts')
export class ProviderAccountEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('boolean', { default: false })
  breakerOpen: boolean;

  /** When a worker probes next while the breaker is open. */
  @Timestamp({ nullable: true })
  probeAt: Date | null;

  /** Highest round in which a lane has had its turn to send. */
  @Column('bigint', { default: 0 })
  sendRound: string;

  /** Next free slot of the rate limit. */
  @Column('timestamptz', { default: () => 'now()' })
  nextSendAt: Date;

  /** When the next worker task without a turn may write: tasks have a share of the rate limit. */
  @Column('timestamptz', { default: () => 'now()' })
  nextTaskAt: Date;

  /** Idempotency key of the wallet set. */
  @Column('uuid', { nullable: true })
  walletSetKey: string | null;

  @Column('text', { nullable: true })
  walletSetId: string | null;

  @UpdatedAt()
  updatedAt: Date;
}
