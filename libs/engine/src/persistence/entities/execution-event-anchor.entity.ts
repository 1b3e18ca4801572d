import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Hash over all events since the anchor before it, which makes a removed execution detectable. Append-only. */
@Entity('execution_event_anchors')
export class ExecutionEventAnchorEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  @Timestamp()
  coversUntil: Date;

  /** Number of events. */
  @Column('bigint')
  events: string;

  @Column('text')
  previousHash: string;

  @Column('text')
  hash: string;
}
