import { Module } from '@nestjs/common';
import type { ApiSettings } from '@app/config';
import { Database } from '@app/persistence';
import { API_SETTINGS } from '../settings.module.js';
import { AdmissionPolicy } from './admission-policy.js';
import { BacklogMonitor } from './backlog-monitor.js';
import { EventLoopMonitor } from './event-loop-monitor.js';
import { PreviewTurns } from './fair-turns.interceptor.js';
import { LoadShedder } from './load-shedder.js';
import { PoolAdmission } from './pool-admission.js';

/** Refuses requests that the process, its database or the workers cannot take. */
@Module({
  providers: [
    BacklogMonitor,
    { provide: EventLoopMonitor, useFactory: () => new EventLoopMonitor() },
    LoadShedder,
    PreviewTurns,
    {
      provide: AdmissionPolicy,
      inject: [EventLoopMonitor, BacklogMonitor, Database, API_SETTINGS],
      useFactory: (loop: EventLoopMonitor, backlog: BacklogMonitor, database: Database, settings: ApiSettings) =>
        new AdmissionPolicy({
          loop,
          backlog,
          pool: new PoolAdmission({ waiting: () => database.waiting, connections: settings.DATABASE_POOL_MAX }),
          maxBacklogMs: settings.LANES_BEHIND_S * 1000,
        }),
    },
  ],
  exports: [LoadShedder, PreviewTurns],
})
export class LoadSheddingModule {}
