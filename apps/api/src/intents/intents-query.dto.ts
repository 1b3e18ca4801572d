import { INTENT_STATUSES, type IntentStatus } from '@app/engine';
import type { IntentsFilter } from '@app/intents';
import { PageQueryDto } from '../http/pagination/page-query.dto.js';
import { OneOf, Text } from '../http/validation/fields.js';
import { AgentId } from '../wallets/agent-id.decorator.js';

export class IntentsQueryDto extends PageQueryDto {
  @AgentId()
  agent_id: string;

  @OneOf(INTENT_STATUSES, { description: 'Status of the intents.', example: 'confirmed', optional: true })
  status: IntentStatus | undefined;

  @Text(200, { description: 'Name of the client, exact match.', example: 'cli', optional: true })
  source_client: string | undefined;

  @Text(200, { description: 'Idempotency key, exact match.', example: 'order-4711', optional: true })
  client_request_id: string | undefined;
}

export function toIntentsFilter(query: IntentsQueryDto): IntentsFilter {
  const { agent_id: agentId, status, source_client: sourceClient, client_request_id: clientRequestId } = query;
  return { agentId, status, sourceClient, clientRequestId };
}
