import { NestFactory } from '@nestjs/core';
import { Secret } from '@app/common';
import { loadWebhooksSettings, type WebhooksSettings } from '@app/config';
import { Logger } from '@app/observability';
import { AppModule } from '../../apps/webhooks/src/app.module.js';
import { roleUrl } from '../support/stack/database-roles.js';
import { WEBHOOK_KEY } from './webhook-key.js';

export interface RunningWebhooks {
  /** Finishes the requests that are under way. */
  close(): Promise<void>;
}

/** Starts the process that delivers webhooks within this process. Private addresses are allowed. */
export async function startWebhooks(
  databaseUrl: string,
  overrides: Partial<WebhooksSettings> = {},
): Promise<RunningWebhooks> {
  const settings = { ...webhooksSettings(databaseUrl), ...overrides };
  const log = Logger.create({ app: 'webhooks', level: 'silent', format: 'json', secrets: [] });
  const app = await NestFactory.createApplicationContext(AppModule.forRoot(settings, log), {
    logger: false,
    abortOnError: false,
  });
  return { close: () => app.close() };
}

function webhooksSettings(databaseUrl: string): WebhooksSettings {
  return loadWebhooksSettings({
    NODE_ENV: 'test',
    DATABASE_URL: roleUrl(new Secret(databaseUrl), 'webhooks').reveal(),
    DATABASE_POOL_MAX: '4',
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    WEBHOOK_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOKS_PORT: '0',
  });
}
