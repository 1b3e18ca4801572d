import { Controller, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ApiSettings } from '@app/config';
import { IntentsService } from '@app/intents';
import { ClaimedBy } from '../auth/claimed-by.decorator.js';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { encodeNextCursor, toPageRequest } from '../http/pagination/page-query.dto.js';
import { ignoredFieldsOf } from '../http/validation/parse-dto.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { PreviewTurns, TurnKey } from '../load-shedding/fair-turns.interceptor.js';
import { API_SETTINGS } from '../settings.module.js';
import { ExecutionPlanResponse } from './execution-plan.dto.js';
import { IntentWithPlanResponse } from './execution-plan.dto.js';
import { IntentIdParam } from './intent-id-param.decorator.js';
import { type CreateIntentDto, IntentResponse, IntentsPage } from './intent.dto.js';
import { presentCalls, presentIntent, presentPlan, toIntentRequest } from './intent.presenter.js';
import { IntentsQueryDto, toIntentsFilter } from './intents-query.dto.js';
import { ValidIntentBody } from './valid-intent-body.decorator.js';

@Controller('agent/intents')
@ApiTags('Agent intents')
export class IntentsController {
  constructor(
    private readonly intents: IntentsService,
    private readonly turns: PreviewTurns,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Preview an intent',
    description:
      'Validates and stores an intent. Nothing is broadcast. `action` determines the required fields. Unknown fields and fields of other actions are ignored and named in `warnings`. With `Prefer: handling=strict` they are rejected.\n\n`client_request_id` makes a repeat safe. The key is unique for each agent and `source_client`. The same key with the same request returns 200 and the current intent. The same key with a different request returns 409 with the `intent_id` and `Location` of the existing intent.\n\n`validation_result.checks` contains the current result of every execution rule, with its distance to the limit. One rule simulates the action on the chain at a stated block. `would_execute` sums them up. A buy also contains a quote. A failed check does not reject the intent. The checks are stored with the intent.',
  })
  @ApiOkResponse({ type: IntentResponse, description: 'The existing intent of this key, in its current state.' })
  @ApiCreatedResponse({ type: IntentResponse, description: 'The new intent, a preview.' })
  @ApiErrors(
    'agent_intent_conflict',
    'agent_intent_archived',
    'agent_wallet_frozen',
    'agent_action_forbidden',
    'agent_policy_violation',
  )
  @NeedsKey('intents', 'agent in body')
  async createIntent(
    @ValidIntentBody() body: CreateIntentDto,
    @ClaimedBy() claimedBy: string | undefined,
    @TurnKey() turn: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IntentResponse> {
    const request = toIntentRequest(body);
    const { intent, created } = await this.turns.run(turn, () => this.intents.create(request, claimedBy));
    reply.status(created ? 201 : 200);
    return { intent: presentIntent(intent, ignoredFieldsOf(body)) };
  }

  @Get()
  @ApiOperation({
    summary: 'List the intents of an agent',
    description:
      'Lists the intents of an agent, newest first. After a restart, `client_request_id` finds the intent of a lost response. Returns an empty page for an unknown agent.',
  })
  @ApiOkResponse({ type: IntentsPage, description: 'Page of intents.' })
  @ApiErrors('agent_id_invalid')
  @NeedsKey('read', 'agent in query')
  async listIntents(@ListQuery() query: IntentsQueryDto): Promise<IntentsPage> {
    const filter = toIntentsFilter(query);
    const scope = `intents ${JSON.stringify(filter)}`;
    const page = await this.intents.list(filter, toPageRequest(query, scope));
    return { intents: page.items.map((intent) => presentIntent(intent)), next_cursor: encodeNextCursor(page, scope) };
  }

  @Get(':intent_id')
  @ApiOperation({
    summary: 'Read an intent',
    description:
      'Returns an intent with its status, the checks made at its creation and, once confirmed, the calls of its plan.',
  })
  @ApiOkResponse({ type: IntentWithPlanResponse, description: 'The intent.' })
  @NeedsKey('read', 'intent in path')
  async getIntent(@IntentIdParam() id: string): Promise<IntentWithPlanResponse> {
    const { intent, plan } = await this.intents.getPlanned(id);
    return {
      intent: presentIntent(intent),
      planned_calls: plan === null ? null : presentCalls(intent.id, plan, this.settings),
    };
  }

  @Post(':intent_id/confirm')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Confirm an intent',
    description:
      'Confirms the intent and returns the execution plan. Execution makes exactly the calls of the plan. A repeat is safe. Confirming a failed intent allows another attempt. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({ type: ExecutionPlanResponse, description: 'The execution plan.' })
  @ApiErrors('agent_intent_status_invalid', 'agent_wallet_frozen', 'agent_action_forbidden', 'agent_policy_violation')
  @NeedsKey('intents', 'intent in path')
  async confirmIntent(@IntentIdParam() id: string): Promise<ExecutionPlanResponse> {
    return { execution_plan: presentPlan(await this.intents.confirm(id), this.settings) };
  }
}
