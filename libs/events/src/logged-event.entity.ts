import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One event of a log. Append-only; each event hashes the one before it. */
@Entity('logged_events')
export class LoggedEventEntity {
  @PrimaryColumn('text')
  log: string;

  /** Counts the log's events from 1, in the order of their commits. */
  @PrimaryColumn('bigint')
  seq: string;

  /** `event_…` */
  @Column('text')
  id: string;

  @Column('text')
  type: string;

  @Timestamp()
  at: Date;

  @Column('text')
  subjectKind: string;

  @Column('text')
  subjectId: string;

  /** Canonical JSON, kept as the text that was hashed. */
  @Column('text')
  data: string;

  @Column('bigint', { nullable: true })
  blockNumber: string | null;

  @Column('text', { nullable: true })
  blockHash: string | null;

  /** Position in the block of the chain event that is logged; null for other facts. */
  @Column('integer', { nullable: true })
  logIndex: number | null;

  /** Seq of the event that a reorganisation took back. */
  @Column('bigint', { nullable: true })
  undoes: string | null;

  @Column('text')
  hash: string;
}
