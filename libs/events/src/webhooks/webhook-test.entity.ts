import { Timestamp } from '@app/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryFailure } from './webhook-status.js';

/** Last test delivery of a webhook. */
@Entity('webhook_tests')
export class WebhookTestEntity {
  @PrimaryColumn('text')
  webhookId: string;

  /** `event_…` */
  @Column('text')
  eventId: string;

  @Timestamp({ default: () => 'now()' })
  requestedAt: Date;

  @Timestamp({ nullable: true })
  leaseUntil: Date | null;

  /** Null until the receiver has answered or failed to. */
  @Timestamp({ nullable: true })
  endedAt: Date | null;

  /** Null for a delivered test. */
  @Column('text', { nullable: true })
  failure: DeliveryFailure | null;

  /** Null without a response. */
  @Column('integer', { nullable: true })
  responseStatus: number | null;
}
