import { type DynamicModule, Module } from '@nestjs/common';
import { acceptedKeys } from '@app/common';
import type { WebhooksSettings } from '@app/config';
import { EventsRepository, SecretBox } from '@app/events';
import { HealthServer, Logger, Metrics, metricsFor, MetricsModule, ObservabilityModule } from '@app/observability';
import { Database, DatabasePing, Notifications, PersistenceModule } from '@app/persistence';
import { DeliveriesRepository } from './delivery/deliveries.repository.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { createSender, Sender } from './delivery/sender.js';
import { Signer } from './delivery/signer.js';
import { WebhookGauges } from './webhook-gauges.js';

export const APP_NAME = 'webhooks';

/** Delivers events to webhooks. It has no queue, no chain and no credential but the key of the signing secrets. */
@Module({})
export class AppModule {
  static forRoot(settings: WebhooksSettings, log: Logger): DynamicModule {
    const keys = acceptedKeys(settings.WEBHOOK_KEY, settings.WEBHOOK_KEY_PREVIOUS);
    const { WEBHOOKS_HOST: host, WEBHOOKS_PORT: port, WEBHOOK_TIMEOUT_MS: timeoutMs } = settings;
    return {
      module: AppModule,
      imports: [
        ObservabilityModule.forRoot({ app: APP_NAME, log, traces: settings }),
        PersistenceModule.forRoot({
          settings,
          applicationName: 'presage-webhooks',
        }),
        MetricsModule.forRoot(settings, metricsFor(settings)),
      ],
      providers: [
        EventsRepository,
        DeliveriesRepository,
        { provide: Signer, useFactory: () => new Signer(new SecretBox(keys)) },
        {
          provide: Sender,
          useFactory: () => createSender({ timeoutMs, allowsPrivate: settings.WEBHOOK_ALLOW_PRIVATE }),
        },
        {
          provide: Dispatcher,
          inject: [DeliveriesRepository, EventsRepository, Sender, Signer, Logger, Metrics, Notifications],
          useFactory: (
            ...[deliveries, events, sender, signer, log, metrics, notifications]: [
              DeliveriesRepository,
              EventsRepository,
              Sender,
              Signer,
              Logger,
              Metrics,
              Notifications,
            ]
          ) => new Dispatcher({ deliveries, events, sender, signer, log, metrics, notifications, timeoutMs }),
        },
        {
          provide: WebhookGauges,
          inject: [Database, Metrics],
          useFactory: (database: Database, metrics: Metrics) => new WebhookGauges(database, metrics),
        },
        {
          provide: HealthServer,
          inject: [Database, Logger],
          useFactory: (database: Database, log: Logger) =>
            new HealthServer(
              { address: { host, port }, readyEvent: 'webhooks.ready', database: new DatabasePing(database) },
              log,
            ),
        },
      ],
    };
  }
}
