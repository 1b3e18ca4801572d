import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Ref, transaction and history of an archived execution, by which its effect on the chain is found to be recorded. */
@Entity('archived_executions')
export class ArchivedExecutionEntity {
  /** Digits of the execution's id. */
  @PrimaryColumn('uuid')
  executionId: string;

  @Column('integer')
  archiveId: number;

  @Column('uuid')
  laneId: string;

  @Column('bytea')
  ref: Buffer;

  /** Of the effect; null unless it was executed. */
  @Column('bytea', { nullable: true })
  transactionHash: Buffer | null;

  /** Hash of its last event, which covers all of them. */
  @Column('bytea')
  historyHash: Buffer;
}
