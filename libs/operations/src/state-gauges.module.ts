import { Module } from '@nestjs/common';
import { Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { StateGauges } from './state-gauges.js';

/** Reports the shared state with each scrape. Needs the global modules of database, queue and metrics. */
@Module({})
export class StateGaugesModule {
  constructor(database: Database, queue: JobQueue, metrics: Metrics) {
    const gauges = new StateGauges({ database, queue, metrics });
    metrics.onScrape(() => gauges.update());
  }
}
