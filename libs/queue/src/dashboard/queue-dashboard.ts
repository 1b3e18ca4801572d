import { Inject, Injectable } from '@nestjs/common';
import { QUEUE_BACKEND, type QueueBackend } from '../queue-backend.js';
import type { DashboardAnswer, DashboardRequest, DashboardServer } from './dashboard-server.js';

/** Path of the dashboard in the URLs of its page. */
export const DASHBOARD_PATH = '/queues';

/** bull-board on the process's queues, loaded at the first request. */
@Injectable()
export class QueueDashboard {
  private server: Promise<DashboardServer> | null = null;

  constructor(@Inject(QUEUE_BACKEND) private readonly backend: QueueBackend) {}

  /** Null for an unknown path. */
  async answer(request: DashboardRequest): Promise<DashboardAnswer | null> {
    this.server ??= import('./open-dashboard.js').then(({ openDashboard }) =>
      openDashboard(this.backend, DASHBOARD_PATH),
    );
    return (await this.server).answer(request);
  }
}
