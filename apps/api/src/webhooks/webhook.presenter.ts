import type { TestedWebhook, WebhookTest } from '@app/events';
import type { WebhookDto, WebhookTestDto } from './webhook.dto.js';

export function presentWebhook(webhook: TestedWebhook): WebhookDto {
  const { id, url, status, agentIds, types, failures, failure, responseStatus, test } = webhook;
  return {
    webhook_id: id,
    url,
    status,
    agent_ids: agentIds,
    types,
    created_at: webhook.createdAt.toISOString(),
    delivered_at: webhook.deliveredAt?.toISOString() ?? null,
    failures,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    failure,
    response_status: responseStatus,
    next_attempt_at: failures > 0 && status === 'active' ? webhook.nextAttemptAt.toISOString() : null,
    previous_secret_expires_at: webhook.previousSecretUntil?.toISOString() ?? null,
    test: test === null ? null : presentTest(test),
  };
}

function presentTest({ eventId, requestedAt, endedAt, failure, responseStatus }: WebhookTest): WebhookTestDto {
  return {
    event_id: eventId,
    status: endedAt === null ? 'pending' : failure === null ? 'delivered' : 'failed',
    requested_at: requestedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    failure,
    response_status: responseStatus,
  };
}
