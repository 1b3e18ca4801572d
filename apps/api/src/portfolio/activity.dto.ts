import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EXECUTION_STATUSES, INTENT_STATUSES } from '@app/agents';
import { ACTIONS } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiBytes32,
  ApiDecimal,
  ApiEnum,
  ApiNextCursor,
  ApiPrefixedId,
  ApiText,
  ApiTimestamp,
} from '../docs/properties.js';
import { ApproveHash } from '../intents/execution.dto.js';

@ApiSchema({ name: 'ActivityItem', description: 'Intent of an agent, or one attempt to execute it.' })
export class ActivityItemDto {
  @ApiEnum(['intent', 'execution'], { description: 'Kind of the item.', example: 'execution' })
  type: string;

  @ApiText({ description: 'Id of the intent or of the execution.', example: EXAMPLE.executionId })
  id: string;

  @ApiPrefixedId('agent_intent', { description: 'Id of the intent.', example: EXAMPLE.intentId })
  intent_id: string;

  @ApiEnum(ACTIONS, { description: 'Action of the intent.', example: 'buy_yes' })
  action: string;

  @ApiEnum([...new Set([...INTENT_STATUSES, ...EXECUTION_STATUSES])], {
    description: 'Status of the intent or of the execution.',
    example: 'executed',
  })
  status: string;

  @ApiText({ description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiAddress({
    description: 'Address of the market’s contract. Null if there is none yet.',
    example: EXAMPLE.market,
    nullable: true,
  })
  market_contract_address: string | null;

  @ApiDecimal({ description: 'Stake of a buy, display units. Null otherwise.', example: '10', nullable: true })
  amount: string | null;

  @ApiEnum(['yes', 'no'], {
    description: 'Outcome named by `resolve_market`. Null otherwise.',
    example: null,
    nullable: true,
  })
  outcome: string | null;

  @ApproveHash()
  approve_transaction_hash?: string | null;

  @ApiBytes32({
    description: 'Hash of the transaction. Null before it is known.',
    example: EXAMPLE.transactionHash,
    nullable: true,
  })
  transaction_hash: string | null;

  @ApiText({ description: 'Error code of a failure. Null otherwise.', example: null, nullable: true })
  error_code: string | null;

  @ApiText({ description: 'Reason of a failure in words, for people. Null otherwise.', example: null, nullable: true })
  error_message: string | null;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;
}

@ApiSchema({ name: 'ActivityPage', description: 'Page of an agent’s activity.' })
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
