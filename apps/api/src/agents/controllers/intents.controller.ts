import { Controller, Get, Headers, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ExecutionsService, type IntentRequest, IntentsService, isFinished } from '@app/agents';
import type { ApiSettings } from '@app/config';
import { NeedsKey } from '../../auth/needs-key.decorator.js';
import { ListQuery, nextCursorOf, PageQuery, pageRequestOf, RequestId } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { API_SETTINGS } from '../../settings.module.js';
import { presentExecution } from '../presenters/execution.presenter.js';
import { presentIntent, presentPlan } from '../presenters/intent.presenter.js';
import { ValidIntentBody } from '../requests/intent.body.js';
import { IntentIdParam } from '../requests/params.js';
import { preferredWaitMs } from '../../intents/prefer.js';
import { INTENTS_DOCS } from '../docs/intents.docs.js';

/** When to ask again for an execution that is not finished. */
const RETRY_AFTER_S = 2;

@Controller('agent/intents')
export class IntentsController {
  constructor(
    private readonly intents: IntentsService,
    private readonly executions: ExecutionsService,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post()
  @Describe(INTENTS_DOCS.create)
  @NeedsKey('intents', 'agent in body')
  async create(
    @ValidIntentBody() request: IntentRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const { intent, created } = await this.intents.create(request);
    reply.status(created ? 201 : 200);
    return { intent: presentIntent(intent) };
  }

  @Get(':intent_id')
  @Describe(INTENTS_DOCS.read)
  async read(@IntentIdParam() id: string): Promise<object> {
    return { intent: presentIntent(await this.intents.get(id)) };
  }

  @Post(':intent_id/confirm')
  @HttpCode(200)
  @Describe(INTENTS_DOCS.confirm)
  @NeedsKey('intents', 'intent in path')
  async confirm(@IntentIdParam() id: string): Promise<object> {
    return { execution_plan: presentPlan(await this.intents.confirm(id), this.settings.EXECUTION_DEADLINE_S) };
  }

  @Post(':intent_id/execute')
  @Describe(INTENTS_DOCS.execute)
  @NeedsKey('execute', 'intent in path')
  async execute(
    @IntentIdParam() intentId: string,
    @Headers('prefer') prefer: string | undefined,
    @RequestId() requestId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const waitMs = preferredWaitMs(prefer) ?? this.settings.EXECUTE_WAIT_MS;
    const execution = await this.executions.execute({ intentId, requestId, waitMs });
    if (isFinished(execution.status)) {
      reply.status(200);
    } else {
      reply
        .status(202)
        .header('location', `/agent/intents/${intentId}/executions`)
        .header('retry-after', String(RETRY_AFTER_S));
    }
    return { execution: presentExecution(execution) };
  }

  @Post(':intent_id/cancel')
  @HttpCode(200)
  @Describe(INTENTS_DOCS.cancel)
  @NeedsKey('intents', 'intent in path')
  async cancel(@IntentIdParam() id: string): Promise<object> {
    return { intent: presentIntent(await this.executions.cancel(id)) };
  }

  @Get(':intent_id/executions')
  @Describe(INTENTS_DOCS.listExecutions)
  async listExecutions(@IntentIdParam() id: string, @ListQuery(PageQuery) query: PageQuery): Promise<object> {
    const scope = `executions ${id}`;
    const page = await this.executions.listByIntent(id, pageRequestOf(query, scope));
    return { executions: page.items.map(presentExecution), next_cursor: nextCursorOf(page, scope) };
  }
}
