import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { NotEquals } from 'class-validator';
import { type Action, ACTION_NAMES, AUTO_CLAIM_CLIENT, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXECUTION_STATUSES, INTENT_STATUSES } from '@app/engine';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiNextCursor,
  ApiPrefixedId,
  ApiShare,
  ApiText,
  ApiTimestamp,
  ApiUuid,
} from '../docs/properties.js';
import { AddressField, DecimalString, Nested, OneOf, PublicText, Text } from '../http/validation/fields.js';
import { QuoteDto } from '../quotes/quote.dto.js';
import { AgentId } from '../wallets/agent-id.decorator.js';
import { RefusesPolicyKeys } from '../wallets/policy-keys.js';
import { IntentValidationResultDto } from './check.dto.js';
import { IntentParamsDto, WithActionFields } from './intent-fields.dto.js';

@RefusesPolicyKeys('policy_metadata of POST /agent/wallets')
class IntentTermsDto {
  @AgentId()
  agent_id: string;

  @OneOf(ACTION_NAMES, { description: 'Action to execute.' })
  action: Action;

  @AddressField({
    description: 'Address of the agent’s user, for information only: the wallet of the agent executes and is paid.',
    example: EXAMPLE.userWallet,
  })
  user_wallet: string;

  @PublicText(200, { description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @NotEquals(AUTO_CLAIM_CLIENT, { message: `$property ${AUTO_CLAIM_CLIENT} is reserved for automatic claims` })
  @Text(200, { description: 'Name of the client, part of the idempotency key.', example: 'cli', default: null })
  source_client: string | null;
}

const KEY = {
  description: 'Idempotency key. The same key with the same request always returns the same intent.',
  example: 'order-4711',
};

export class CreateIntentDto extends IntentTermsDto {
  @Text(200, { ...KEY, default: null })
  client_request_id: string | null;
}

const EXPECTATION_SCHEMA = {
  name: 'ActionExpectation',
  description: 'Terms of an action. Unknown keys are rejected, so that a misspelled term is not left out.',
  additionalProperties: false,
};

@ApiSchema(EXPECTATION_SCHEMA)
export class ActionExpectationDto {
  @DecimalString({
    description: 'Minimum payout multiple of the quote. It does not bind the contract: `min_multiple` of the buy does.',
    default: null,
  })
  min_multiple: string | null;

  @DecimalString({
    description: 'Maximum cost of the gas that the action may use at the current price, native coins.',
    example: '0.01',
    default: null,
  })
  max_fee: string | null;
}

export class ActDto extends IntentTermsDto {
  @Text(200, KEY)
  client_request_id: string;

  @Nested(ActionExpectationDto, {
    description: 'Terms that the preview must meet. Otherwise nothing is accepted.',
    optional: true,
    unknown: 'refused',
  })
  expect: ActionExpectationDto | undefined;
}

class SameQuestionDto {
  @ApiUuid({ description: 'Id of the market in `/markets`.', example: EXAMPLE.marketId })
  id: string;

  @ApiText({ description: 'Question of the market.', example: EXAMPLE.question })
  title: string;

  @ApiShare({ description: 'Share of the trigrams that the questions have in common, 0 to 1.', example: 0.71 })
  score: number;
}

@ApiSchema({ name: 'Intent', description: 'Intent of an agent. Fields of other actions are null.' })
export class IntentDto {
  @ApiPrefixedId('agent_intent', { description: 'Id of the intent.', example: EXAMPLE.intentId })
  intent_id: string;

  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiEnum(ACTION_NAMES, { description: 'Action to execute.', example: 'buy_yes' })
  action: string;

  @ApiEnum(INTENT_STATUSES, { description: 'Status of the intent.', example: 'preview' })
  status: string;

  @ApiFlag({ description: 'Whether the intent must be confirmed before it can be executed.', example: true })
  requires_confirmation: boolean;

  @ApiAddress({ description: 'Address of the agent’s user.', example: EXAMPLE.userWallet, nullable: true })
  user_wallet: string | null;

  @ApiAddress({
    description: 'Address of the agent’s wallet, which executes.',
    null: 'until the agent has one',
    example: EXAMPLE.agentWallet,
  })
  agent_wallet_address: string | null;

  @ApiText({ description: 'Provider that holds the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiText({ description: 'Network of the execution.', example: EXECUTION_CHAIN })
  chain: string;

  @WithActionFields()
  @ApiText({ description: 'Name of the market, chosen by the agent.', example: EXAMPLE.marketName })
  market_id: string;

  @ApiProperty({ type: IntentParamsDto })
  params: IntentParamsDto;

  @ApiText({ description: 'Name of the client.', null: 'if not given', example: 'cli' })
  source_client: string | null;

  @ApiText({ description: 'Idempotency key.', null: 'if not given', example: 'order-4711' })
  client_request_id: string | null;

  @ApiProperty({ type: IntentValidationResultDto })
  validation_result: IntentValidationResultDto;

  @ApiProperty({
    type: QuoteDto,
    description: 'Quote of a buy at the creation of the intent. Null if the pools could not be read.',
    nullable: true,
  })
  quote: QuoteDto | null;

  @ApiProperty({
    type: [String],
    description:
      'Points to consider before confirming. The response to a create also names ignored fields of its body.',
    example: [],
  })
  warnings: readonly string[];

  @ApiProperty({
    type: [SameQuestionDto],
    description: 'Open markets that may ask the question of a `create_market`, at most 3, as of the preview.',
    example: [],
  })
  similar_markets: SameQuestionDto[];

  @ApiInteger({ description: 'Number of executions.', example: 0 })
  executions_count: number;

  @ApiEnum(EXECUTION_STATUSES, { description: 'Status of the latest execution. Null before the first.', example: null })
  latest_execution_status: string | null;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.createdAt })
  updated_at: string;

  @ApiTimestamp({
    description: 'Time at which the owner approved the intent by passcode. Null without an approval.',
    example: null,
  })
  approved_at: string | null;

  @ApiTimestamp({ description: 'Time of the first confirmation. Null until then.', example: null })
  confirmed_at: string | null;

  @ApiTimestamp({ description: 'Time of the execution. Null until then.', example: null })
  executed_at: string | null;
}

export class IntentsPage {
  @ApiProperty({ type: [IntentDto], description: 'Intents, newest first.' })
  intents: IntentDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}

export class IntentResponse {
  @ApiProperty({ type: IntentDto })
  intent: IntentDto;
}
