import { WebhookCursorEntity } from './webhook-cursor.entity.js';
import { WebhookTestEntity } from './webhook-test.entity.js';
import { WebhookEntity } from './webhook.entity.js';

/** Tables of webhooks. */
export const WEBHOOK_ENTITIES = [WebhookEntity, WebhookCursorEntity, WebhookTestEntity] as const;
