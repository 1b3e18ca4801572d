import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { OnboardingStatus, StartedWalletUpdate, StartOrigin } from './onboarding.js';

@Entity('agent_onboardings')
export class OnboardingEntity {
  /** `agent_onboarding_…` */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  agentId: string;

  @Column('text')
  userEmail: string;

  /** Lower-case. */
  @Column('text', { nullable: true })
  userWallet: string | null;

  @Column('text', { nullable: true })
  sourceClient: string | null;

  @Column('text', { nullable: true })
  channel: string | null;

  @Column('text')
  chain: string;

  @Column('text')
  walletProvider: string;

  /** Intent that the passcode approves; null for an onboarding. */
  @Column('text', { nullable: true })
  intentId: string | null;

  /** Policy that the owner agrees to with the passcode. */
  @Column('jsonb', { nullable: true })
  walletUpdate: StartedWalletUpdate | null;

  /** Network of the client that started it. */
  @Column('inet', { nullable: true })
  client: string | null;

  @Column('text', { default: 'other' })
  origin: StartOrigin;

  /** As written: a pending onboarding past its time is still `pending_otp` here. */
  @Column('text', { name: 'status' })
  storedStatus: OnboardingStatus;

  /** By the database's clock. */
  @VirtualColumn({ type: 'boolean', query: (alias) => `SELECT ${alias}.expires_at <= clock_timestamp()` })
  isOverdue: boolean;

  /** Keyed hash, 64 hex digits. */
  @Column('text', { select: false })
  passcodeHash: string;

  @Column('integer', { default: 0, select: false })
  failedAttempts: number;

  @Timestamp()
  expiresAt: Date;

  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  get status(): OnboardingStatus {
    return this.storedStatus === 'pending_otp' && this.isOverdue ? 'expired' : this.storedStatus;
  }
}

export type Onboarding = Omit<OnboardingEntity, 'storedStatus' | 'isOverdue' | 'passcodeHash' | 'failedAttempts'>;
