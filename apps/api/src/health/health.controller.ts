import { Controller, Get } from '@nestjs/common';
import { Describe } from '../openapi/describe.decorator.js';
import { HealthService } from './health.service.js';
import { HEALTH_DOCS } from './health.docs.js';

@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('health')
  @Describe(HEALTH_DOCS.alive)
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Describe(HEALTH_DOCS.ready)
  async ready(): Promise<{ status: 'ok' }> {
    await this.health.checkReady();
    return { status: 'ok' };
  }
}
