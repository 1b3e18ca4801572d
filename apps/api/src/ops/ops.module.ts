import { Module } from '@nestjs/common';
import { AuditLogRepository, ExecutionReportsRepository, LaneSummariesRepository } from '@app/operations';
import { OpsController } from './ops.controller.js';
import { OverviewService } from './overview.service.js';

/** Operator reads. Changes are commands of `npm run ops`. */
@Module({
  controllers: [OpsController],
  providers: [AuditLogRepository, ExecutionReportsRepository, LaneSummariesRepository, OverviewService],
})
export class OpsModule {}
