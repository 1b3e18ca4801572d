import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Head and oldest event of a log. Written by functions of the database only. */
@Entity('event_logs')
export class EventLogEntity {
  /** `agent:` and the agent's id, or `market:` and the market's id. */
  @PrimaryColumn('text')
  log: string;

  /** Seq of the last event; 0 without events. */
  @Column('bigint', { default: 0 })
  headSeq: string;

  @Column('text', { nullable: true })
  headHash: string | null;

  /** Seq of the oldest event that is not deleted; above the head when all are. */
  @Column('bigint', { default: 1 })
  oldestSeq: string;

  /** Hash of the last deleted event. */
  @Column('text', { nullable: true })
  expiredHash: string | null;

  /** Highest block of deleted events. */
  @Column('bigint', { nullable: true })
  expiredBlock: string | null;
}
