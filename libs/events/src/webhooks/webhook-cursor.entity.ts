import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Position of a webhook in a log. A log without a cursor is delivered from its beginning. */
@Entity('webhook_cursors')
export class WebhookCursorEntity {
  @PrimaryColumn('text')
  webhookId: string;

  @PrimaryColumn('text')
  log: string;

  /** Seq of the last event that is delivered or not wanted. */
  @Column('bigint')
  seq: string;
}
