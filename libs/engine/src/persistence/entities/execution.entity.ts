import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Readback } from '@app/chain';
import type { Action } from '@app/common';
import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import type { IntentOutcome } from '../../domain/intent.js';
import type { ExecutionStatus, WaitingReason } from '../../domain/execution.js';

/** One attempt to execute an intent. */
@Entity('executions')
export class ExecutionEntity {
  /** `agent_execution_…` */
  @PrimaryColumn('text')
  id: string;

  /** Order of acceptance, which is the order within a lane. Generated. */
  @Column({ type: 'bigint', insert: false, update: false })
  seq: string;

  @Column('text')
  intentId: string;

  @Column('text')
  agentId: string;

  /** The wallet's id. */
  @Column('uuid')
  laneId: string;

  @Column('text')
  agentWalletAddress: string;

  @Column('text')
  action: Action;

  /** Counts the intent's attempts from 1. */
  @Column('integer')
  attempt: number;

  @Column('text', { default: 'queued' })
  status: ExecutionStatus;

  /** keccak256 of the intent id: the contract refuses a second effect under it. */
  @Column('text')
  ref: string;

  @Column('text', { nullable: true })
  marketContractAddress: string | null;

  @Column('boolean', { default: false })
  broadcastPerformed: boolean;

  @Column('text', { nullable: true })
  approveTransactionHash: string | null;

  @Column('text', { nullable: true })
  transactionHash: string | null;

  /** Block of the effect while it is executed. */
  @Column('bigint', { nullable: true })
  blockNumber: string | null;

  @Column('jsonb', { nullable: true })
  readback: Readback | null;

  /** When a missing readback is tried again. */
  @Timestamp({ nullable: true })
  readbackDueAt: Date | null;

  @Column('text', { nullable: true })
  errorCode: string | null;

  @Column('text', { nullable: true })
  errorMessage: string | null;

  /** Whether another attempt is safe; null while that is undecided. */
  @Column('boolean', { nullable: true })
  retrySafe: boolean | null;

  @Column('text', { nullable: true })
  waitingFor: WaitingReason | null;

  /** Number of failed tries before arming, for the backoff. */
  @Column('integer', { default: 0 })
  tries: number;

  /** HTTP request that it was accepted in. */
  @Column('text', { nullable: true })
  requestId: string | null;

  /** Whether a budget applied to it when it was accepted. */
  @Column('boolean', { default: false })
  budgeted: boolean;

  /** W3C traceparent of the request, when traces are on. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  completedAt: Date | null;
}

/** An execution with the terms of its intent. */
export type ExecutionRecord = Omit<ExecutionEntity, 'seq' | 'blockNumber' | 'readbackDueAt' | 'budgeted'> & {
  /** Name of the market in the intent. */
  marketId: string;
  /** Id of the market's record; null while the market is not indexed. */
  recordId: string | null;
  /** Display units; null unless the action is a buy. */
  amount: string | null;
  outcome: IntentOutcome | null;
  /** Reason of the step that failed, see `toReportedFailure`; null unless the execution failed. */
  failureReason: string | null;
};
