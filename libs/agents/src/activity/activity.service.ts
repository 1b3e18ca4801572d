import { Injectable } from '@nestjs/common';
import { AppError, type Page, type PageRequest } from '@app/common';
import type { ActivityItem } from './activity.js';
import { ActivityRepository } from './activity.repository.js';

@Injectable()
export class ActivityService {
  constructor(private readonly activity: ActivityRepository) {}

  /** Newest first; empty for an unknown agent. @throws {AppError} agent_activity_get_failed */
  async list(agentId: string, page: PageRequest): Promise<Page<ActivityItem>> {
    try {
      return await this.activity.list(agentId, page);
    } catch (error) {
      throw new AppError('agent_activity_get_failed', { cause: error });
    }
  }
}
