/** `paused` keeps its cursors after three days of failures, until it is resumed. `ended` is final: it answered 410. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'ended'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Notified by the database's functions, and with a test, when a webhook that had nothing to deliver gets an event. */
export const WEBHOOKS_PENDING = 'webhooks:pending';

export const DELIVERY_FAILURES = [
  'address_forbidden',
  'connection_failed',
  'response_status',
  'secret_unreadable',
  'timeout',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** Statuses from which a webhook may be resumed. On an active one it makes the next attempt due at once. */
export const RESUMABLE: readonly WebhookStatus[] = ['active', 'paused'];
