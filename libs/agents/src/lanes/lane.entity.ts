import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Queue of one wallet's executions. Its id is the wallet's. */
@Entity('lanes')
export class LaneEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** Incremented by every change of its executions or policy. */
  @Column('bigint', { default: 1 })
  version: string;

  /** Version that the last lease holder read. */
  @Column('bigint', { default: 0 })
  seenVersion: string;

  /** When the lane is due; while it is leased, when the lease expires. */
  @Column('timestamptz', { nullable: true })
  wakeAt: Date | null;

  /** Incremented by every lease; a write under an older fence is refused. */
  @Column('bigint', { default: 0 })
  fence: string;

  @Timestamp({ nullable: true })
  leaseUntil: Date | null;

  /** Block from which the lane is served before `wakeAt`. */
  @Column('bigint', { nullable: true })
  waitBlock: string | null;

  /** When it is the lane's turn to send, or with a slot the time of its send. */
  @Column('timestamptz', { nullable: true })
  tokenDueAt: Date | null;

  /** Whether the lane's turn has come and it has a slot to send in. */
  @Column('boolean', { default: false })
  hasSendSlot: boolean;

  /** Consecutive unexpected errors. */
  @Column('integer', { default: 0 })
  failures: number;

  /** Since when the lane is not served, after too many unexpected errors. */
  @Timestamp({ nullable: true })
  quarantinedAt: Date | null;
}
