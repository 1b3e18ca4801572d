import type { Action } from '@app/common';
import { CreatedAt, Decimal, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const WALLET_STATUSES = ['active', 'disabled'] as const;
export type WalletStatus = (typeof WALLET_STATUSES)[number];

/** An agent's wallet and its spending policy. Each agent has one, for life. */
@Entity('agent_wallets')
export class AgentWalletEntity {
  /** Also the id of the wallet's lane. */
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  agentId: string;

  /** The agent's row in `users`. */
  @Column('uuid')
  userId: string;

  /** Address of the agent's owner, lower-case; informational. */
  @Column('text', { nullable: true })
  userWallet: string | null;

  /** Lower-case; null until the provider has created the wallet. */
  @Column('text', { nullable: true })
  agentWalletAddress: string | null;

  /** Null when the provider holds no such wallet, so that it cannot execute. */
  @Column('text', { nullable: true })
  providerWalletId: string | null;

  @Column('text')
  walletProvider: string;

  @Column('text')
  chain: string;

  @Column('text', { array: true })
  allowedActions: readonly Action[];

  @Column('text')
  status: WalletStatus;

  /** Maximum stake of one buy, display units; null means no maximum. */
  @Decimal({ nullable: true })
  maxTradeAmount: string | null;

  /** Maximum stake within 24 hours, display units; null means no limit, as for the next two. */
  @Decimal({ nullable: true })
  dailyLimit: string | null;

  @Decimal({ nullable: true })
  marketLimit: string | null;

  /** Maximum stake in markets that are neither resolved nor cancelled. */
  @Decimal({ nullable: true })
  openExposureLimit: string | null;

  /** Stake above which the owner approves each buy; null means never. */
  @Decimal({ nullable: true })
  approvalAbove: string | null;

  /** Whether workers claim payouts and refunds of the wallet. */
  @Column('boolean', { default: false })
  autoClaim: boolean;

  /** Maximum stake over the life of the agent; null means no limit. */
  @Decimal({ nullable: true })
  totalLimit: string | null;

  /** From when on the wallet creates no market and buys nothing; null means without end. */
  @Timestamp({ nullable: true })
  validUntil: Date | null;

  /** Incremented by every change of the policy. */
  @Column('bigint', { default: 1 })
  policyVersion: string;

  /** Set by an operator. */
  @Column('boolean', { default: false })
  paused: boolean;

  @Column('text', { nullable: true })
  sourceClient: string | null;

  /** When the agent's owner first proved an e-mail address. */
  @Timestamp({ nullable: true })
  emailVerifiedAt: Date | null;

  /** The address that the owner proved. */
  @Column('text', { nullable: true, select: false })
  ownerEmail: string | null;

  /** Networks of the clients that completed onboardings, newest first. */
  @Column('inet', { array: true, default: '{}', select: false })
  ownerClients: readonly string[];

  /** Since when the wallet creates no market and buys nothing; null while it is not frozen. */
  @Timestamp({ nullable: true })
  frozenAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}

/** Without the owner's data, which only onboarding and operators read. */
export type AgentWallet = Omit<AgentWalletEntity, 'ownerEmail' | 'ownerClients'>;
