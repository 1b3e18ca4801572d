import { Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** State of the wallet provider that all workers share. Its one row is `default`. */
@Entity('provider_accounts')
export class ProviderAccountEntity {
  @PrimaryColumn('text')
  id: string;

  /** Written by a worker at its start; the API holds no credential. */
  @Column('boolean', { default: false })
  configured: boolean;

  @Column('boolean', { default: false })
  breakerOpen: boolean;

  /** When a worker probes next while the breaker is open. */
  @Timestamp({ nullable: true })
  probeAt: Date | null;

  /** Token bucket of writes to the provider. */
  @Column('double precision', { default: 0 })
  tokens: number;

  @Column('timestamptz', { default: () => 'now()' })
  refilledAt: Date;

  /** Idempotency key of the wallet set. */
  @Column('uuid', { nullable: true })
  walletSetKey: string | null;

  @Column('text', { nullable: true })
  walletSetId: string | null;

  @UpdatedAt()
  updatedAt: Date;
}
