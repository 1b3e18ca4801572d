import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { HealthDto } from './health.dto.js';
import { HealthService } from './health.service.js';

@Controller()
@ApiTags('Service')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('health')
  @ApiOperation({
    operationId: 'getHealth',
    summary: 'Probe the process',
    description: 'Answers as long as the process does. The database is not involved.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The process answers.' })
  getHealth(): HealthDto {
    return { status: 'ok' };
  }

  @Get('readyz')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Probe the service',
    description: 'Queries the database, and answers within two seconds in any case.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The database answers.' })
  @ApiErrors('database_unavailable')
  async getReadiness(): Promise<HealthDto> {
    await this.health.checkReady();
    return { status: 'ok' };
  }
}
