import { Module } from '@nestjs/common';
import { acceptedKeys } from '@app/common';
import type { ApiSettings } from '@app/config';
import { SecretBox, WebhooksRepository, WebhooksService } from '@app/events';
import { API_SETTINGS } from '../settings.module.js';
import { ENABLED_WEBHOOKS, WebhooksController } from './webhooks.controller.js';

/** Webhooks of accounts. The process `webhooks` delivers. */
@Module({
  controllers: [WebhooksController],
  providers: [
    WebhooksRepository,
    {
      provide: ENABLED_WEBHOOKS,
      inject: [WebhooksRepository, API_SETTINGS],
      useFactory: (webhooks: WebhooksRepository, settings: ApiSettings) => enabledWebhooks(webhooks, settings),
    },
  ],
})
export class WebhooksModule {}

/** Returns null without a key for secrets, and where anyone could read the events of agents that others may not. */
function enabledWebhooks(webhooks: WebhooksRepository, settings: ApiSettings): WebhooksService | null {
  const { AUTH_MODE, AUTH_READS, WEBHOOK_KEY: key, WEBHOOK_ALLOW_PRIVATE: allowsPrivate } = settings;
  const isLocal = allowsPrivate && AUTH_READS === 'public';
  if (key === undefined || (AUTH_MODE === 'off' && !isLocal)) return null;
  return new WebhooksService({
    webhooks,
    secrets: new SecretBox(acceptedKeys(key, settings.WEBHOOK_KEY_PREVIOUS)),
    rules: { allowsPrivate },
  });
}
