import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StepKind } from '../../domain/states.js';

/** A transaction hash that was seen for a step; a step has several after an acceleration. */
@Entity('execution_transaction_hashes')
export class ExecutionTransactionHashEntity {
  @PrimaryColumn('text')
  executionId: string;

  @PrimaryColumn('text')
  kind: StepKind;

  @PrimaryColumn('text')
  transactionHash: string;

  @Timestamp({ default: () => 'now()' })
  seenAt: Date;

  /** The provider named the hash, and its transaction is not the step's. */
  @Column('boolean', { default: false })
  isForeign: boolean;
}
