import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One entry of an execution's history. Append-only; each row hashes the one before it. */
@Entity('execution_events')
export class ExecutionEventEntity {
  @PrimaryColumn('text')
  executionId: string;

  /** Counts the execution's events from 1. */
  @PrimaryColumn('integer')
  seq: number;

  @Timestamp()
  at: Date;

  @Column('text')
  type: string;

  /** Canonical JSON, kept as the text that was hashed. */
  @Column('text')
  data: string;

  /** Set on events of older versions only, and empty for the first event there. */
  @Column('text', { nullable: true })
  previousHash: string | null;

  /** Covers the fields above and the hash of the event before. */
  @Column('text')
  hash: string;
}
