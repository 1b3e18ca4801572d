import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { ApiSettings } from '@app/config';
import { Notifications } from '@app/persistence';
import { EventStreams } from './events/event-streams.js';
import { HealthService } from './health/health.service.js';
import { InFlightRequests } from './http/in-flight-requests.js';
import { API_SETTINGS } from './settings.module.js';

/** Maximum time in ms for requests in flight at shutdown; slower ones are cut off. */
const DRAIN_TIMEOUT_MS = 7_000;

/**
 * Reports not ready for `SHUTDOWN_DELAY_MS`, stops accepting connections and finishes requests in flight, before Nest
 * closes the server. Requests that wait for a worker answer with the record as it is. Event streams end.
 */
@Injectable()
export class GracefulShutdown implements OnModuleDestroy {
  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly health: HealthService,
    private readonly inFlight: InFlightRequests,
    private readonly streams: EventStreams,
    private readonly notifications: Notifications,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.health.startDraining();
    this.notifications.cancelWaits();
    this.inFlight.closeConnections();
    await delay(this.settings.SHUTDOWN_DELAY_MS);
    this.streams.endAll();
    const server = this.adapterHost.httpAdapter.getHttpServer();
    server.close();
    await this.inFlight.drain(DRAIN_TIMEOUT_MS);
    server.closeAllConnections();
  }
}
