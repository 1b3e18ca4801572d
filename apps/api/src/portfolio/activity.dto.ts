import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ACTION_NAMES } from '@app/common';
import { EXECUTION_STATUSES, INTENT_STATUSES, REPORTED_FAILURES } from '@app/engine';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiBytes32,
  ApiDecimal,
  ApiEnum,
  ApiNextCursor,
  ApiPrefixedId,
  ApiRecordId,
  ApiText,
  ApiTimestamp,
} from '../docs/properties.js';

const STATUSES = [...new Set([...INTENT_STATUSES, ...EXECUTION_STATUSES])];

@ApiSchema({ name: 'ActivityItem', description: 'Intent of an agent, or one of its executions.' })
export class ActivityItemDto {
  @ApiEnum(['intent', 'execution'], { description: 'Type of the item.', example: 'execution' })
  type: string;

  @ApiText({ description: 'Id of the intent or of the execution.', example: EXAMPLE.executionId })
  id: string;

  @ApiPrefixedId('agent_intent', { description: 'Id of the intent.', example: EXAMPLE.intentId })
  intent_id: string;

  @ApiEnum(ACTION_NAMES, { description: 'Action of the intent.', example: 'buy_yes' })
  action: string;

  @ApiEnum(STATUSES, { description: 'Status of the intent or of the execution.', example: 'executed' })
  status: string;

  @ApiText({ description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiRecordId()
  core_market_id: string | null;

  @ApiAddress({ description: 'Address of the market contract.', null: 'until it is created', example: EXAMPLE.market })
  market_contract_address: string | null;

  @ApiDecimal({ description: 'Stake, display units.', null: 'unless the action is a buy', example: '10' })
  amount: string | null;

  @ApiEnum(['yes', 'no'], {
    description: 'Outcome of the market. Null unless the action is `resolve_market`.',
    example: null,
  })
  outcome: string | null;

  @ApiBytes32({
    description:
      'Hash of the approval on which the buy stands. Null before it is known. Absent unless the action is a buy.',
    example: EXAMPLE.approveHash,
    nullable: true,
    required: false,
  })
  approve_transaction_hash?: string | null;

  @ApiBytes32({ description: 'Transaction hash.', null: 'before it is known', example: EXAMPLE.transactionHash })
  transaction_hash: string | null;

  @ApiText({ description: 'Error code of a failure. Null if there was no failure.', example: null })
  error_code: string | null;

  @ApiEnum(REPORTED_FAILURES, {
    description: 'Reason of a failed execution, for programs. Null if there was no failure.',
    example: null,
  })
  failure_reason: string | null;

  @ApiText({ description: 'Error message of a failure, for people. Null if there was no failure.', example: null })
  error_message: string | null;

  @ApiText({ description: 'Idempotency key of the intent.', null: 'if not given', example: 'order-4711' })
  client_request_id: string | null;

  @ApiEnum(['auto_claim'], {
    description: 'Author of an automatic claim. Null for requests of clients.',
    example: null,
  })
  by: string | null;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;
}

@ApiSchema({ name: 'ActivityPage', description: 'Page of the activity of an agent.' })
export class ActivityPageDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiProperty({ type: [ActivityItemDto], description: 'Intents and executions, newest first.' })
  items: ActivityItemDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}

export class ActivityResponse {
  @ApiProperty({ type: ActivityPageDto })
  activity: ActivityPageDto;
}
