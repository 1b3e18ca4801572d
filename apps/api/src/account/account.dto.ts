import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { KEY_SCOPES } from '@app/agents';
import { BudgetRuleDto } from '../budgets/budget.dto.js';
import { EXAMPLE } from '../docs/examples.js';
import { ApiInteger, ApiText, ApiTimestamp, ApiUuid } from '../docs/properties.js';

const NO_KEY = 'without API keys';
const NO_ACCOUNT = `${NO_KEY}, and for the key of an operator`;

@ApiSchema({ name: 'RequestRate', description: 'Allowance of the client’s address, with the request itself counted.' })
export class RequestRateDto {
  @ApiInteger({ description: 'Requests in one window, all of which may be sent at once.', example: 600 })
  requests: number;

  @ApiInteger({ description: 'Length of the window, seconds.', example: 60 })
  window_seconds: number;

  @ApiInteger({ description: 'Requests that are left.', example: 599 })
  remaining: number;

  @ApiInteger({ description: 'Seconds until there are more.', example: 1 })
  resets_in_seconds: number;
}

@ApiSchema({ name: 'ServiceLimits', description: 'Limits beside the rate, above which a request is refused with 429.' })
export class ServiceLimitsDto {
  @ApiInteger({ description: 'Maximum queued executions of one wallet.', example: 100 })
  queued_executions: number;

  @ApiInteger({ description: 'Maximum passcodes an hour for one agent and mailbox.', example: 5 })
  passcodes_per_hour: number;

  @ApiInteger({ description: 'Time between two faucet grants to one agent, seconds. 0 for no limit.', example: 60 })
  faucet_cooldown_seconds: number;
}

@ApiSchema({ name: 'Account', description: 'API key of the request, its account, and the limits that apply.' })
export class AccountDto {
  @ApiUuid({ description: 'Id of the account.', null: NO_ACCOUNT, example: EXAMPLE.accountId })
  account_id: string | null;

  @ApiText({ description: 'Name of the account.', null: NO_ACCOUNT, example: 'acme' })
  name: string | null;

  @ApiText({ description: 'Public part of the key, its second.', null: NO_KEY, example: '3f8e2c1a5b7d' })
  key_prefix: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...KEY_SCOPES] },
    description: 'Scopes of the key. Null without API keys, where nothing needs one.',
    nullable: true,
    example: ['read', 'execute'],
  })
  scopes: readonly string[] | null;

  @ApiProperty({
    type: [String],
    description: 'Agents that the key acts for. Null for all of its account.',
    nullable: true,
    example: [EXAMPLE.agentId],
  })
  agent_ids: readonly string[] | null;

  @ApiTimestamp({ description: 'End of the key’s validity.', null: NO_KEY, example: EXAMPLE.closesAt })
  expires_at: string | null;

  @ApiProperty({ type: RequestRateDto, description: 'Null while the service limits no rate.', nullable: true })
  rate: RequestRateDto | null;

  @ApiProperty({ type: ServiceLimitsDto })
  limits: ServiceLimitsDto;

  @ApiProperty({ type: [BudgetRuleDto], description: 'Limits of all agents of the account together that are set.' })
  budgets: BudgetRuleDto[];
}

export class AccountResponse {
  @ApiProperty({ type: AccountDto })
  account: AccountDto;
}
