import type { TestedWebhook, WebhookTest } from '@app/events';
import { present } from '../http/present.js';
import { WebhookDto, WebhookTestDto } from './webhook.dto.js';

export function presentWebhook(webhook: TestedWebhook): WebhookDto {
  const { id, status, failures, nextAttemptAt, previousSecretUntil, test } = webhook;
  return present(WebhookDto, {
    ...webhook,
    webhookId: id,
    nextAttemptAt: failures > 0 && status === 'active' ? nextAttemptAt : null,
    previousSecretExpiresAt: previousSecretUntil,
    test: test === null ? null : presentTest(test),
  });
}

function presentTest(test: WebhookTest): WebhookTestDto {
  const status = test.endedAt === null ? 'pending' : test.failure === null ? 'delivered' : 'failed';
  return present(WebhookTestDto, { ...test, status });
}
