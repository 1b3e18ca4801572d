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

  /** Covers the fields above and the hash of the event before. */
  @Column('text')
  hash: string;
}
