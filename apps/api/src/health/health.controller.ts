import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PRODUCT_VERSION } from '@app/config';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { HealthDto, ReadinessDto } from './health.dto.js';
import { HealthService } from './health.service.js';

@Controller()
@ApiTags('Service')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('health')
  @ApiOperation({
    summary: 'Check liveness',
    description: 'Returns 200 while the process is running. Does not query the database.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The process is running.' })
  getHealth(): HealthDto {
    return { status: 'ok', version: PRODUCT_VERSION };
  }

  @Get('readyz')
  @ApiOperation({
    summary: 'Check readiness',
    description:
      'Queries the database. Responds within two seconds, even if the database does not. Not ready while the chain node serves another chain.',
  })
  @ApiOkResponse({ type: ReadinessDto, description: 'The database is reachable.' })
  @ApiErrors('database_unavailable', 'agent_execution_config_invalid')
  async getReadiness(): Promise<ReadinessDto> {
    await this.health.checkReady();
    return { status: 'ok' };
  }
}
