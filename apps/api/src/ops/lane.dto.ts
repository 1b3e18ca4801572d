import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXECUTION_STATUSES } from '@app/engine';
import { LANE_STATES, LANE_WAITS } from '@app/operations';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiNextCursor,
  ApiPrefixedId,
  ApiText,
  ApiTimestamp,
} from '../docs/properties.js';

@ApiSchema({ name: 'Lane', description: 'Queue of one wallet.' })
export class LaneDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiEnum(LANE_STATES, {
    description:
      'State of the lane: a worker may serve it now, serves it, serves it later, or does not serve it until it is released.',
    example: 'waiting',
  })
  state: string;

  @ApiTimestamp({
    description: 'Time at which a worker serves the lane next, or at which its lease ends.',
    null: 'if it is quarantined',
    example: EXAMPLE.updatedAt,
  })
  due_at: string | null;

  @ApiFlag({
    description: 'Whether the lane has been due for more than 30 seconds without a worker that holds it.',
    example: false,
  })
  overdue: boolean;

  @ApiTimestamp({ description: 'Time of the quarantine. Null if the lane is served.', example: null })
  quarantined_at: string | null;

  @ApiInteger({ description: 'Consecutive unexpected errors.', example: 0 })
  failures: number;

  @ApiInteger({ description: 'Unfinished executions, counted up to 1,000.', example: 2 })
  unfinished: number;

  @ApiPrefixedId('agent_execution', {
    description: 'Execution that is served next or now.',
    null: 'if the last one has just ended',
    example: EXAMPLE.executionId,
  })
  head_execution_id: string | null;

  @ApiEnum(EXECUTION_STATUSES, { description: 'Status of that execution.', null: 'without one', example: 'broadcast' })
  head_status: string | null;

  @ApiEnum(LANE_WAITS, {
    description: 'Resource that the execution waits for, or `seal_violated` if workers refuse to send it.',
    null: 'if it does not wait',
    example: 'block',
  })
  waiting_for: string | null;

  @ApiTimestamp({ description: 'Time of its acceptance.', null: 'without one', example: EXAMPLE.createdAt })
  accepted_at: string | null;
}

export class LanesPage {
  @ApiProperty({ type: [LaneDto], description: 'Lanes, the longest due first.' })
  lanes: LaneDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}
