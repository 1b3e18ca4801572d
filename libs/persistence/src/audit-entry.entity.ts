import { Timestamp } from './columns.js';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type AuditOutcome = 'begun' | 'done' | 'refused' | 'failed';

/** One row before an operator's command changes anything and one at its end. Append-only. */
@Entity('audit_log')
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  @Column('uuid')
  runId: string;

  @Timestamp({ default: () => 'clock_timestamp()' })
  at: Date;

  /** The operating system's user, or the name that the operator gave. */
  @Column('text')
  actor: string;

  @Column('text')
  command: string;

  /** As typed, with API keys shortened. */
  @Column('text', { array: true })
  arguments: readonly string[];

  @Column('text')
  outcome: AuditOutcome;

  @Column('text', { default: '' })
  detail: string;
}
