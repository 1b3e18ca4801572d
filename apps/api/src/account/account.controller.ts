import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AccountsRepository, type ApiKey, listAccountBudgets, MAX_STARTS_OF_PAIR } from '@app/agents';
import type { ApiSettings } from '@app/config';
import { Database } from '@app/persistence';
import { CallerKey } from '../auth/caller.decorator.js';
import { NeedsAnyKey } from '../auth/needs-key.decorator.js';
import { presentBudgetRules } from '../budgets/budget.presenter.js';
import { WINDOW_S } from '../rate-limit/rate-limit.repository.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { API_SETTINGS } from '../settings.module.js';
import { AccountResponse } from './account.dto.js';

@Controller('account')
@ApiTags('Service')
export class AccountController {
  constructor(
    private readonly database: Database,
    private readonly rateLimiter: RateLimiter,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Read the limits that apply to the request',
    description:
      'Returns the scopes and agents of the API key, the rate of the client’s address, and the budgets of the account. Any valid key will do. Where the service requires no keys, the fields of key and account are null.',
  })
  @ApiOkResponse({ type: AccountResponse, description: 'Key, account and limits.' })
  @NeedsAnyKey()
  async getAccount(@CallerKey() key: ApiKey | null, @Req() request: FastifyRequest): Promise<AccountResponse> {
    const accountId = key?.accountId ?? null;
    const allowance = this.rateLimiter.allowanceAfter(request);
    const { RATE_LIMIT: requests, WALLET_QUEUE_MAX, FAUCET_COOLDOWN_S } = this.settings;
    return {
      account: {
        account_id: accountId,
        name: accountId === null ? null : await new AccountsRepository(this.database).findName(accountId),
        key_prefix: key?.prefix ?? null,
        scopes: key?.scopes ?? null,
        agent_ids: key?.agentIds ?? null,
        expires_at: key?.expiresAt.toISOString() ?? null,
        rate: allowance && {
          requests,
          window_seconds: WINDOW_S,
          remaining: allowance.remaining,
          resets_in_seconds: allowance.resetS,
        },
        limits: {
          queued_executions: WALLET_QUEUE_MAX,
          passcodes_per_hour: MAX_STARTS_OF_PAIR,
          faucet_cooldown_seconds: FAUCET_COOLDOWN_S,
        },
        budgets:
          accountId === null ? [] : presentBudgetRules(await listAccountBudgets(this.database, `account:${accountId}`)),
      },
    };
  }
}
