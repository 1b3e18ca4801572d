import { Controller, Get } from '@nestjs/common';
import { Describe } from '../openapi/describe.decorator.js';
import { HealthService } from './health.service.js';
import { HEALTH_DOCS } from './health.docs.js';

@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Whether the process answers at all. */
  @Get('health')
  @Describe(HEALTH_DOCS.alive)
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether it can do its work, which is to reach the database, and will go on doing it. */
  @Get('readyz')
  @Describe(HEALTH_DOCS.ready)
  async ready(): Promise<{ status: 'ok' }> {
    await this.health.checkReady();
    return { status: 'ok' };
  }
}
