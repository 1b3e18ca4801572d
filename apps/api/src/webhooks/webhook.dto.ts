import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateBy, type ValidationArguments } from 'class-validator';
import { agentIdProblem, isAgentId } from '@app/agents';
import { DELIVERY_FAILURES, EVENT_TYPES, MAX_URL_LENGTH, WEBHOOK_STATUSES } from '@app/events';
import { EXAMPLE } from '../docs/examples.js';
import { ApiEnum, ApiInteger, ApiPrefixedId, ApiText, ApiTimestamp, ApiWarnings } from '../docs/properties.js';
import { type FieldOptions, requestField } from '../http/validation/field.js';
import { ListOf, Text } from '../http/validation/fields.js';

const MAX_AGENTS = 100;
const URL_EXAMPLE = 'https://hooks.example.com/presage';
const TYPES_EXAMPLE = ['execution.executed', 'execution.failed'];
const SECRET_DESCRIPTION = 'Signing secret, shown only in this response. Verify each delivery with it.';
const SECRET_EXAMPLE = `whsec_${'A'.repeat(43)}=`;

/** An array of 1 to 100 ids of agents. */
function AgentIds(options: FieldOptions): PropertyDecorator {
  const reasons = ({ property, value }: ValidationArguments): string =>
    (Array.isArray(value) ? value : [])
      .flatMap((item: unknown, index) => {
        const problem = agentIdProblem(item);
        return problem === null ? [] : `${property}[${index}] ${problem}`;
      })
      .join('\n');
  return requestField(options, {
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_AGENTS },
    rules: [
      IsArray({ message: '$property must be an array' }),
      ArrayMinSize(1, { message: '$property must have at least 1 item' }),
      ArrayMaxSize(MAX_AGENTS, { message: `$property must have at most ${MAX_AGENTS} items` }),
      ValidateBy(
        { name: 'areAgentIds', validator: { validate: (value) => Array.isArray(value) && value.every(isAgentId) } },
        { message: reasons },
      ),
    ],
  });
}

@ApiSchema({ name: 'CreateWebhookRequest' })
export class CreateWebhookDto {
  @Text(MAX_URL_LENGTH, {
    description: 'URL that events are sent to: https, port 443, a host with public addresses only.',
    example: URL_EXAMPLE,
  })
  url: string;

  @AgentIds({
    description: 'Agents whose events are delivered. By default all agents of the account, also later ones.',
    example: [EXAMPLE.agentId],
    optional: true,
  })
  agent_ids?: readonly string[];

  @ListOf(EVENT_TYPES, {
    description: 'Types of events that are delivered. By default all, also types of later versions.',
    example: TYPES_EXAMPLE,
    optional: true,
  })
  types?: readonly string[];
}

@ApiSchema({ name: 'WebhookTest', description: 'Delivery of a test event.' })
export class WebhookTestDto {
  @ApiText({ description: 'Id of the test event.', example: 'event_9f86d081884c4d659a2feaa0c55ad015' })
  event_id: string;

  @ApiEnum(['pending', 'delivered', 'failed'], { description: 'Result of the delivery.', example: 'delivered' })
  status: string;

  @ApiTimestamp({ description: 'Time of the request.', example: EXAMPLE.createdAt })
  requested_at: string;

  @ApiTimestamp({ description: 'Time of the result.', null: 'while pending', example: EXAMPLE.updatedAt })
  ended_at: string | null;

  @ApiEnum(DELIVERY_FAILURES, { description: 'Reason of the failure. Null for a delivered test.', example: null })
  failure: string | null;

  @ApiInteger({ description: 'HTTP status of the response.', null: 'without a response', example: 200, minimum: 100 })
  response_status: number | null;
}

@ApiSchema({ name: 'Webhook', description: 'URL that events of agents are sent to.' })
export class WebhookDto {
  @ApiPrefixedId('webhook', { description: 'Id of the webhook.', example: EXAMPLE.webhookId })
  webhook_id: string;

  @ApiText({ description: 'URL that events are sent to.', example: URL_EXAMPLE })
  url: string;

  @ApiEnum(WEBHOOK_STATUSES, {
    description:
      'Status. `paused` keeps its position after three days of failures, until it is resumed. `ended` is final: the receiver answered 410.',
    example: 'active',
  })
  status: string;

  @ApiProperty({
    type: [String],
    description: 'Agents whose events are delivered. Null for all agents of the account.',
    example: [EXAMPLE.agentId],
    nullable: true,
  })
  agent_ids: readonly string[] | null;

  @ApiProperty({
    type: [String],
    description: 'Types of events that are delivered. Null for all.',
    example: TYPES_EXAMPLE,
    nullable: true,
  })
  types: readonly string[] | null;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last delivery.', null: 'before the first', example: EXAMPLE.updatedAt })
  delivered_at: string | null;

  @ApiInteger({ description: 'Failed attempts since the last delivery.', example: 0 })
  failures: number;

  @ApiTimestamp({ description: 'Time of the first of them. Null without one.', example: null })
  failing_since: string | null;

  @ApiEnum(DELIVERY_FAILURES, {
    description: 'Reason of the last failed attempt. Null after a delivery.',
    example: null,
  })
  failure: string | null;

  @ApiInteger({
    description: 'HTTP status of the response to the last failed attempt.',
    null: 'without a response',
    example: null,
    minimum: 100,
  })
  response_status: number | null;

  @ApiTimestamp({
    description: 'Time of the next attempt after a failure. Null without failures or while not active.',
    example: null,
  })
  next_attempt_at: string | null;

  @ApiTimestamp({
    description: 'Time until which the secret before the last rotation signs as well. Null without one.',
    example: null,
  })
  previous_secret_expires_at: string | null;

  @ApiProperty({ type: WebhookTestDto, nullable: true, description: 'Last test delivery. Null without one.' })
  test: WebhookTestDto | null;
}

export class WebhookResponse {
  @ApiProperty({ type: WebhookDto })
  webhook: WebhookDto;
}

export class WebhookSecretResponse extends WebhookResponse {
  @ApiText({ description: SECRET_DESCRIPTION, example: SECRET_EXAMPLE, pattern: '^whsec_[A-Za-z0-9+/]{43}=$' })
  secret: string;
}

export class CreatedWebhookResponse extends WebhookSecretResponse {
  @ApiWarnings()
  warnings: readonly string[];
}

export class WebhooksResponse {
  @ApiProperty({ type: [WebhookDto], description: 'Webhooks of the account, oldest first.' })
  webhooks: WebhookDto[];
}
