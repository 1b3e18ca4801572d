import { Inject, Injectable } from '@nestjs/common';
import { errorFields, Logger } from '@app/observability';
import { QUEUE_BACKEND, type QueueBackend } from '../queue-backend.js';
import type { DashboardAnswer, DashboardRequest, DashboardServer } from './dashboard-server.js';

export const DASHBOARD_PATH = '/queues';

/** bull-board on the process's queues, loaded at the first request. */
@Injectable()
export class QueueDashboard {
  private server: Promise<DashboardServer> | null = null;

  constructor(
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    private readonly log: Logger,
  ) {}

  /** Null for an unknown path. */
  async answer(request: DashboardRequest): Promise<DashboardAnswer | null> {
    this.server ??= this.open();
    return (await this.server).answer(request);
  }

  private async open(): Promise<DashboardServer> {
    try {
      const { openDashboard } = await import('./open-dashboard.js');
      return await openDashboard(this.backend, DASHBOARD_PATH, (error) =>
        this.log.warn({ event: 'queue.dashboard_error', ...errorFields(error) }),
      );
    } catch (error) {
      this.server = null; // the next request tries again
      throw error;
    }
  }
}
