import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StepKind, StepStatus } from '../../domain/states.js';

/** One transaction of an execution: the approval or the action itself. */
@Entity('execution_steps')
export class ExecutionStepEntity {
  @PrimaryColumn('text')
  executionId: string;

  @PrimaryColumn('text')
  kind: StepKind;

  @Column('text', { default: 'planned' })
  status: StepStatus;

  @Column('uuid', { nullable: true })
  idempotencyKey: string | null;

  /** Canonical request, stored before it is first sent and repeated to the byte. */
  @Column('text', { nullable: true })
  body: string | null;

  @Column('text', { nullable: true })
  contractAddress: string | null;

  /** Last second at which the contract accepts the call. */
  @Column({ type: 'timestamptz', precision: 0, nullable: true })
  deadline: Date | null;

  @Timestamp({ nullable: true })
  armedAt: Date | null;

  @Column('bigint', { nullable: true })
  armedFence: string | null;

  /** MAC over the armed step by a key that only workers hold. Null for a step armed without one. */
  @Column('text', { nullable: true })
  seal: string | null;

  /** Version of the wallet's policy that permitted the step. */
  @Column('bigint', { nullable: true })
  policyVersion: string | null;

  @Column('integer', { default: 0 })
  sendAttempts: number;

  @Timestamp({ nullable: true })
  lastSentAt: Date | null;

  @Column('text', { nullable: true })
  providerTransactionId: string | null;

  @Column('text', { nullable: true })
  providerState: string | null;

  @Column('text', { nullable: true })
  transactionHash: string | null;

  @Column('bigint', { nullable: true })
  blockNumber: string | null;

  @Column('text', { nullable: true })
  blockHash: string | null;

  @Column('text', { nullable: true })
  failureReason: string | null;

  @Column('integer', { default: 0 })
  accelerations: number;

  /** Idempotency key of an acceleration that is not answered yet. */
  @Column('uuid', { nullable: true })
  accelerationKey: string | null;

  @Timestamp({ nullable: true })
  acceleratedAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
