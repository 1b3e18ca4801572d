import { EventLogEntity } from './event-log.entity.js';
import { LoggedEventEntity } from './logged-event.entity.js';
import { WebhookCursorEntity } from './webhooks/webhook-cursor.entity.js';
import { WebhookTestEntity } from './webhooks/webhook-test.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';

/** Tables of the event logs and of webhooks. */
export const EVENT_ENTITIES = [
  EventLogEntity,
  LoggedEventEntity,
  WebhookCursorEntity,
  WebhookEntity,
  WebhookTestEntity,
] as const;
