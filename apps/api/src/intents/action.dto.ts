import { ApiProperty } from '@nestjs/swagger';
import { ExecutionPlanDto } from './execution-plan.dto.js';
import { ExecutionDto } from './execution.dto.js';
import { IntentDto } from './intent.dto.js';

export class ActionResponse {
  @ApiProperty({ type: IntentDto })
  intent: IntentDto;

  @ApiProperty({ type: ExecutionPlanDto, description: 'Plan that was confirmed. Its checks are those of the preview.' })
  execution_plan: ExecutionPlanDto;

  @ApiProperty({ type: ExecutionDto })
  execution: ExecutionDto;
}
