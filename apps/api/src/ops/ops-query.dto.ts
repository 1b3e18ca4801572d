import { EXECUTION_STATUSES, type ExecutionStatus } from '@app/engine';
import { EXAMPLE } from '../docs/examples.js';
import { PageQueryDto } from '../http/pagination/page-query.dto.js';
import { OneOf, Text } from '../http/validation/fields.js';

export class OpsExecutionsQueryDto extends PageQueryDto {
  @OneOf(EXECUTION_STATUSES, { description: 'Status of the executions.', example: 'unknown', optional: true })
  status: ExecutionStatus | undefined;

  @Text(80, { description: 'Agent of the executions, exact match.', example: EXAMPLE.agentId, optional: true })
  agent_id: string | undefined;
}
