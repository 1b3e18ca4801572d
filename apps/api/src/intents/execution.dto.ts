import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Readback } from '@app/chain';
import { ACTION_NAMES, EXECUTION_CHAIN, EXECUTION_MODE } from '@app/common';
import { EXECUTION_STATUSES, REPORTED_FAILURES, WAITING_REASONS } from '@app/engine';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiBytes32,
  ApiDecimal,
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiNextCursor,
  ApiPrefixedId,
  ApiRecordId,
  ApiText,
  ApiTimestamp,
} from '../docs/properties.js';
import { ReadbackDto } from './readback.dto.js';
import { StepDto } from './step.dto.js';

@ApiSchema({ name: 'Execution', description: 'One attempt to execute an intent.' })
export class ExecutionDto {
  @ApiPrefixedId('agent_execution', { description: 'Id of the execution.', example: EXAMPLE.executionId })
  execution_id: string;

  @ApiPrefixedId('agent_intent', { description: 'Id of the intent.', example: EXAMPLE.intentId })
  intent_id: string;

  @ApiPrefixedId('agent_execution', { description: 'Same as `execution_id`.', example: EXAMPLE.executionId })
  id: string;

  @ApiEnum(['execution'], { description: 'Type of the record, always `execution`.', example: 'execution' })
  type: 'execution';

  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({ description: 'Address of the executing wallet.', example: EXAMPLE.agentWallet, nullable: true })
  agent_wallet_address: string | null;

  @ApiEnum(ACTION_NAMES, { description: 'Action of the intent.', example: 'buy_yes' })
  action: string;

  @ApiInteger({ description: 'Number of the attempt, starting at 1.', example: 1, minimum: 1 })
  attempt: number;

  @ApiEnum(EXECUTION_STATUSES, {
    description:
      'Status of the execution. `unknown` is temporary: nothing is sent again until the outcome is reconciled.',
    example: 'executed',
  })
  status: string;

  @ApiEnum([EXECUTION_MODE], { description: 'Mode of the execution.', example: EXECUTION_MODE })
  execution_mode: string;

  @ApiText({ description: 'Network of the execution.', example: EXECUTION_CHAIN })
  network: string;

  @ApiFlag({ description: 'Whether a transaction may have been sent.', example: true })
  broadcast_performed: boolean;

  @ApiBytes32({
    description:
      'Hash of the approval on which the buy stands, which may be that of an earlier buy. Null before it is known. Absent unless the action is a buy.',
    example: EXAMPLE.approveHash,
    nullable: true,
    required: false,
  })
  approve_transaction_hash?: string | null;

  @ApiBytes32({
    description: 'Hash of the transaction.',
    null: 'before it is known',
    example: EXAMPLE.transactionHash,
  })
  transaction_hash: string | null;

  @ApiText({ description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiRecordId()
  core_market_id: string | null;

  @ApiAddress({
    description: 'Address of the market contract.',
    null: 'until a new market is created',
    example: EXAMPLE.market,
  })
  market_contract_address: string | null;

  @ApiDecimal({ description: 'Stake, display units.', null: 'unless the action is a buy', example: '10' })
  amount: string | null;

  @ApiEnum(['yes', 'no'], {
    description: 'Outcome of the market. Null unless the action is `resolve_market`.',
    example: null,
  })
  outcome: string | null;

  @ApiProperty({
    type: ReadbackDto,
    description: 'Values read from the contracts after the transaction. Null until then.',
    nullable: true,
    example: { yes_positions: '10000000', total_yes: '10000000', total_collateral: '10000000' },
  })
  readback: Readback | null;

  @ApiText({ description: 'Error code of a failed execution. Null otherwise.', example: null })
  error_code: string | null;

  @ApiEnum(REPORTED_FAILURES, { description: 'Reason of a failure, for programs. Null otherwise.', example: null })
  failure_reason: string | null;

  @ApiText({ description: 'Reason of a failure and its remedy, for people. Null otherwise.', example: null })
  error_message: string | null;

  @ApiFlag({
    description: 'Whether another attempt is safe because it cannot have a second effect.',
    null: 'while undecided',
    example: false,
  })
  retry_safe: boolean | null;

  @ApiEnum(WAITING_REASONS, {
    description: 'Resource that the execution waits for. Null if it does not wait.',
    example: null,
  })
  waiting_for: string | null;

  @ApiText({
    description:
      'W3C id of the trace in which the service executes, for its operator’s trace store, 32 hexadecimal digits.',
    null: 'without tracing',
    example: EXAMPLE.traceId,
  })
  trace_id: string | null;

  @ApiTimestamp({ description: 'Time of acceptance.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;

  @ApiTimestamp({ description: 'Time of completion.', null: 'until then', example: EXAMPLE.completedAt })
  completed_at: string | null;
}

export class ExecutionResponse {
  @ApiProperty({ type: ExecutionDto })
  execution: ExecutionDto;
}

@ApiSchema({ name: 'ExecutionWithSteps', description: 'One attempt to execute an intent, with its transactions.' })
export class ExecutionWithStepsDto extends ExecutionDto {
  @ApiProperty({
    type: [StepDto],
    description: 'Steps: the approval, if one was sent before the buy, then the action.',
  })
  steps: StepDto[];
}

export class ExecutionsOfIntentPage {
  @ApiProperty({ type: [ExecutionWithStepsDto], description: 'Executions, newest first.' })
  executions: ExecutionWithStepsDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}

export class ExecutionsPage {
  @ApiProperty({ type: [ExecutionDto], description: 'Executions, newest first.' })
  executions: ExecutionDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}

/** An accepted execution, where it differs from the examples of the properties. */
export const QUEUED_EXAMPLE = {
  status: 'queued',
  broadcast_performed: false,
  approve_transaction_hash: null,
  transaction_hash: null,
  readback: null,
  retry_safe: null,
  waiting_for: 'lane',
  updated_at: EXAMPLE.createdAt,
  completed_at: null,
};
