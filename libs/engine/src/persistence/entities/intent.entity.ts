import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BudgetRejection } from '@app/agents';
import type { Action, Evidence } from '@app/common';
import { CreatedAt, Decimal, Timestamp, UpdatedAt } from '@app/persistence';
import type { ExecutionStatus } from '../../domain/execution.js';
import type { IntentOutcome, IntentStatus } from '../../domain/intent.js';
import type { IntentPreview } from '../../domain/intent-preview.js';

/** A normalised request: equal requests have equal fields, and fields that its action does not use are null. */
export abstract class IntentRequest {
  @Column('text')
  agentId: string;

  @Column('text')
  action: Action;

  /** Addresses are lower-case throughout. */
  @Column('text')
  userWallet: string;

  /** The caller's own name of the market; for create_market also its id on the chain. */
  @Column('text')
  marketId: string;

  @Column('text', { nullable: true })
  marketContractAddress: string | null;

  /** Display units without leading or trailing zeros; never finer than the collateral. */
  @Decimal({ nullable: true })
  amount: string | null;

  /** Minimum payout of a buy per unit staked, which the contract enforces; null means no minimum. */
  @Decimal({ nullable: true })
  minMultiple: string | null;

  @Column('text', { nullable: true })
  outcome: IntentOutcome | null;

  @Column('text', { nullable: true })
  resolver: string | null;

  @Column('text', { nullable: true })
  collateralToken: string | null;

  /** Whole seconds. */
  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  closeTimestamp: Date | null;

  @Column('text', { nullable: true })
  question: string | null;

  @Column('jsonb', { nullable: true })
  evidence: Evidence | null;

  @Column('text', { nullable: true })
  sourceClient: string | null;

  /** Idempotency key. */
  @Column('text', { nullable: true })
  clientRequestId: string | null;
}

@Entity('agent_intents')
export class IntentEntity extends IntentRequest {
  /** `agent_intent_…` */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  status: IntentStatus;

  /** SHA-256 of the normalised request, compared when its idempotency key is repeated. */
  @Column('text')
  requestHash: string;

  @Column('text', { array: true, default: '{}' })
  warnings: readonly string[];

  @Column('text', { nullable: true })
  currentExecutionId: string | null;

  @Column('integer', { default: 0 })
  executionsCount: number;

  /** Checks and quote at creation; null for an intent without them. */
  @Column('jsonb', { nullable: true })
  preview: IntentPreview | null;

  /** When the owner approved it by passcode; null while it is not approved. */
  @Timestamp({ nullable: true })
  approvedAt: Date | null;

  /** Budget that refused its last execution; null when none has. */
  @Column('jsonb', { nullable: true })
  budgetRefusal: BudgetRejection | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  confirmedAt: Date | null;

  @Timestamp({ nullable: true })
  executedAt: Date | null;
}

/** An intent with the status of its latest execution, null while it has none. */
export type IntentRecord = Omit<IntentEntity, 'preview' | 'budgetRefusal'> & {
  latestExecutionStatus: ExecutionStatus | null;
};

/** An intent with the preview made at its creation. */
export type PreviewedIntent = IntentRecord & {
  /** Checks and quote at creation; null for an intent without them. */
  preview: IntentPreview | null;
  /** Of the agent's wallet; null until it has one. */
  agentWalletAddress: string | null;
  /** Contract of the market that it has created; null before, and for other actions. */
  createdMarketAddress: string | null;
};
