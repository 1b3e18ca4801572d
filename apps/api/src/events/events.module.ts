import { Module } from '@nestjs/common';
import { EVENTS_APPENDED, EventsRepository, EventsService, LogTail } from '@app/events';
import { INDEX_ADVANCED } from '@app/indexer';
import { MarketsModule } from '@app/markets';
import { FailureLog, Logger, Metrics } from '@app/observability';
import { Notifications } from '@app/persistence';
import { EventStreams } from './event-streams.js';
import { EventsController } from './events.controller.js';

/** Event logs of agents and markets, as pages and as streams. */
@Module({
  imports: [MarketsModule],
  controllers: [EventsController],
  providers: [
    EventsRepository,
    {
      provide: LogTail,
      inject: [EventsRepository, Notifications, Logger, Metrics],
      useFactory: (...[events, notifications, log, metrics]: [EventsRepository, Notifications, Logger, Metrics]) => {
        const failures = new FailureLog({
          log,
          failed: { event: 'events.poll_failed' },
          recovered: { event: 'events.poll_recovered' },
        });
        const tail = new LogTail({
          events,
          notifications,
          wakeKeys: [EVENTS_APPENDED, INDEX_ADVANCED],
          onDelivery: (ageMs) => metrics.observe('presage_event_delivery_seconds', {}, ageMs / 1_000),
          onError: (error) => failures.failure(error),
          onRecovery: () => failures.success(),
        });
        metrics.onScrape(() => metrics.set('presage_event_poll_age_seconds', {}, tail.pollAgeMs / 1_000));
        return tail;
      },
    },
    {
      provide: EventsService,
      inject: [EventsRepository, LogTail, Notifications],
      useFactory: (...parts: [EventsRepository, LogTail, Notifications]) => new EventsService(...parts),
    },
    EventStreams,
  ],
  exports: [EventStreams],
})
export class EventsModule {}
