import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Json } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiBytes32, ApiFlag, ApiInteger, ApiText, ApiTimestamp } from '../docs/properties.js';
import { ExecutionDto } from '../intents/execution.dto.js';
import { StepDto } from '../intents/step.dto.js';

@ApiSchema({ name: 'StepHash', description: 'Transaction hash that was seen for a step.' })
export class StepHashDto {
  @ApiBytes32({ description: 'Hash of the transaction.', example: EXAMPLE.transactionHash })
  transaction_hash: string;

  @ApiTimestamp({ description: 'Time at which it was first seen.', example: EXAMPLE.createdAt })
  seen_at: string;

  @ApiFlag({
    description: 'Whether the wallet provider named it, and its transaction is not the step’s.',
    example: false,
  })
  is_foreign: boolean;
}

@ApiSchema({ name: 'ExecutionStep', description: 'One transaction of an execution, as operators see it.' })
export class ExecutionStepDto extends StepDto {
  @ApiInteger({ description: 'Number of sends to the wallet provider.', example: 1 })
  send_attempts: number;

  @ApiInteger({ description: 'Number of accelerations.', example: 0 })
  accelerations: number;

  @ApiAddress({ description: 'Called contract.', null: 'before the step is armed', example: EXAMPLE.market })
  contract_address: string | null;

  @ApiText({
    description: 'Id of the transaction at the wallet provider.',
    null: 'before it is known',
    example: 'b24d5f6a-7c8e-4f90-a1b2-c3d4e5f6a7b8',
  })
  provider_transaction_id: string | null;

  @ApiText({ description: 'Last state at the wallet provider.', null: 'before it is known', example: 'COMPLETE' })
  provider_state: string | null;

  @ApiText({ description: 'Reason of a failure, as the engine names it. Null without one.', example: null })
  failure_reason: string | null;

  @ApiProperty({
    type: [StepHashDto],
    description: 'Hashes that were seen for the step. Several after an acceleration.',
  })
  hashes: StepHashDto[];
}

@ApiSchema({ name: 'ExecutionEvent', description: 'Event of an execution in the log of its agent.' })
export class ExecutionEventDto {
  @ApiInteger({ description: 'Position in the log of the agent, from 1.', example: 4, minimum: 1 })
  seq: number;

  @ApiTimestamp({ description: 'Time of the event.', example: EXAMPLE.createdAt })
  at: string;

  @ApiText({ description: 'Type of the event.', example: 'execution.executed' })
  type: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Recorded ids, hashes, numbers and statuses, which depend on the type.',
    example: { attempt: 1, transaction_hash: EXAMPLE.transactionHash, retry_safe: false },
  })
  data: { readonly [key: string]: Json };
}

@ApiSchema({ name: 'ExecutionReport', description: 'Execution as operators see it.' })
export class ExecutionReportDto extends ExecutionDto {
  @ApiBytes32({ description: 'Reference under which the contracts accept one effect.', example: EXAMPLE.ref })
  ref: string;

  @ApiText({
    description: 'Request that it was accepted in.',
    null: 'if restored from the chain',
    example: 'req-4711',
  })
  request_id: string | null;

  @ApiInteger({ description: 'Failed tries before the first step was armed.', example: 0 })
  tries: number;

  @ApiProperty({
    type: [ExecutionStepDto],
    description: 'Steps: the approval, if one was sent before the buy, then the action.',
  })
  steps: ExecutionStepDto[];

  @ApiProperty({ type: [ExecutionEventDto], description: 'The newest 500 events that have not expired, oldest first.' })
  events: ExecutionEventDto[];
}

export class ExecutionReportResponse {
  @ApiProperty({ type: ExecutionReportDto })
  execution: ExecutionReportDto;
}
