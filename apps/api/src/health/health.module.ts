import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { SchemaController } from './schema.controller.js';
import { SchemaService } from './schema.service.js';

@Module({
  controllers: [HealthController, SchemaController],
  providers: [HealthService, SchemaService],
  exports: [HealthService],
})
export class HealthModule {}
