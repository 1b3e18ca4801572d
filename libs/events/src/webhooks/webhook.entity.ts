import { CreatedAt, Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryFailure, WebhookStatus } from './webhook-status.js';

/** A URL of an account that gets the events of its agents. */
@Entity('webhooks')
export class WebhookEntity {
  /** `webhook_…` */
  @PrimaryColumn('text')
  id: string;

  /** Null for the agents that belong to no account. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('text')
  url: string;

  /** Agents whose events are delivered; null for all of the account. */
  @Column('text', { array: true, nullable: true })
  agentIds: readonly string[] | null;

  /** Types of events that are delivered; null for all. */
  @Column('text', { array: true, nullable: true })
  types: readonly string[] | null;

  @Column('text', { default: 'active' })
  status: WebhookStatus;

  /** Encrypted with WEBHOOK_KEY. */
  @Column('bytea')
  secret: Buffer;

  /** Secret before the last rotation, which signs as well until `previousSecretUntil`. */
  @Column('bytea', { nullable: true })
  previousSecret: Buffer | null;

  @Timestamp({ nullable: true })
  previousSecretUntil: Date | null;

  /** Failed attempts since the last delivery. */
  @Column('integer', { default: 0 })
  failures: number;

  /** Time of the first of these attempts. */
  @Timestamp({ nullable: true })
  failingSince: Date | null;

  /** Reason of the last failed attempt; null after a delivery. */
  @Column('text', { nullable: true })
  failure: DeliveryFailure | null;

  /** Status of the last failed attempt's response; null without a response. */
  @Column('integer', { nullable: true })
  responseStatus: number | null;

  @Timestamp({ default: () => 'now()' })
  nextAttemptAt: Date;

  /** Time of the last delivery. */
  @Timestamp({ nullable: true })
  deliveredAt: Date | null;

  /** Turn of the process that delivers. */
  @Column('uuid', { nullable: true })
  leaseId: string | null;

  @Timestamp({ nullable: true })
  leaseUntil: Date | null;

  @CreatedAt()
  createdAt: Date;
}
