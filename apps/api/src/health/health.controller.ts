import { Controller, Get } from '@nestjs/common';
import { HealthService } from './health.service.js';

@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Whether the process answers at all. */
  @Get('health')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether it can do its work, which is to reach the database. */
  @Get('readyz')
  async ready(): Promise<{ status: 'ok' }> {
    await this.health.pingDatabase();
    return { status: 'ok' };
  }
}
