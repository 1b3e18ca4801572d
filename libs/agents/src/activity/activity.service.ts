import { Injectable } from '@nestjs/common';
import { AppError, type Page, type PageRequest } from '@app/common';
import { Database } from '@app/persistence';
import type { ActivityItem } from './activity-item.js';
import { listActivity } from './activity-statements.js';

@Injectable()
export class ActivityService {
  constructor(private readonly database: Database) {}

  /** Newest first; empty for an agent that nobody knows. @throws {AppError} agent_activity_get_failed */
  async list(agentId: string, page: PageRequest): Promise<Page<ActivityItem>> {
    try {
      return await listActivity(this.database, agentId, page);
    } catch (error) {
      throw new AppError('agent_activity_get_failed', { cause: error });
    }
  }
}
