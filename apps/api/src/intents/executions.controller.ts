import { Controller, Get, HttpCode, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ApiSettings } from '@app/config';
import { ExecutionsService } from '@app/intents';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { refHeaders } from '../docs/error-responses.js';
import { encodeNextCursor, PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { ExecutionAdmission } from '../load-shedding/execution-admission.guard.js';
import { API_SETTINGS } from '../settings.module.js';
import { ExecutionResponse, ExecutionsOfIntentPage, QUEUED_EXAMPLE } from './execution.dto.js';
import { answerProgress, EXECUTE_ERRORS } from './execution-progress.js';
import { presentExecution, presentExecutionWithSteps } from './execution.presenter.js';
import { IntentIdParam } from './intent-id-param.decorator.js';
import { IntentResponse } from './intent.dto.js';
import { presentIntent } from './intent.presenter.js';
import { PreferredWait } from './preferred-wait.decorator.js';
import { type RequestSource, SourceOfRequest } from './request-source.decorator.js';

@Controller('agent/intents')
@ApiTags('Agent intents')
export class ExecutionsController {
  constructor(
    private readonly executions: ExecutionsService,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post(':intent_id/execute')
  @ApiOperation({
    summary: 'Execute a confirmed intent',
    description:
      'Executes the intent at most once, regardless of the number of calls. Waits for the result as long as `Prefer` requests, 30 seconds by default. If the execution is not finished by then, the response is 202 and the execution continues.\n\nA client that lost the response repeats the call. If the intent was executed, the response is 409 `agent_intent_not_confirmed` with the status of the intent and the path of the result in `Location`.\n\nA buy that exceeds a budget is refused with 403 `agent_policy_violation` and the exceeded rule in `error.budget`. A buy above `approval_above` is refused with 403 `agent_approval_required`, and the owner gets an e-mail with a passcode for `POST /agent/intents/{intent_id}/approve`. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({
    type: ExecutionResponse,
    description: 'The finished execution, a failed one only with `EXECUTION_FAILURE_STATUS=200`.',
  })
  @ApiAcceptedResponse({
    type: ExecutionResponse,
    description: 'The unfinished execution, which continues.',
    headers: refHeaders(['Location', 'Retry-After']),
    example: { execution: QUEUED_EXAMPLE },
  })
  @ApiErrors(...EXECUTE_ERRORS)
  @NeedsKey('execute', 'intent in path')
  @UseGuards(ExecutionAdmission)
  async executeIntent(
    @IntentIdParam() intentId: string,
    @PreferredWait() preferredWaitMs: number | null,
    @SourceOfRequest() source: RequestSource,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExecutionResponse> {
    const waitMs = preferredWaitMs ?? this.settings.EXECUTE_WAIT_MS;
    const execution = await this.executions.execute({ intentId, waitMs, ...source });
    answerProgress(reply, execution);
    return { execution: presentExecution(execution) };
  }

  @Post(':intent_id/cancel')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel an intent',
    description:
      'Cancels a preview, a confirmed intent, or a queued execution without an armed step. A repeat is safe. After a failover of the database nothing is cancelled, with `overloaded`, until the records have been compared with the chain. A body, if sent, must be JSON and is ignored.',
  })
  @ApiOkResponse({
    type: IntentResponse,
    description: 'The cancelled intent.',
    example: { intent: { status: 'cancelled', requires_confirmation: false } },
  })
  @ApiErrors('agent_intent_status_invalid')
  @NeedsKey('intents', 'intent in path')
  async cancelIntent(@IntentIdParam() id: string): Promise<IntentResponse> {
    return { intent: presentIntent(await this.executions.cancel(id)) };
  }

  @Get(':intent_id/executions')
  @ApiOperation({
    summary: 'List the executions of an intent',
    description: 'Lists all attempts with their transactions, newest first.',
  })
  @ApiOkResponse({ type: ExecutionsOfIntentPage, description: 'Page of executions.' })
  @NeedsKey('read', 'intent in path')
  async listExecutions(@IntentIdParam() id: string, @ListQuery() query: PageQueryDto): Promise<ExecutionsOfIntentPage> {
    const scope = `executions ${id}`;
    const page = await this.executions.listByIntent(id, toPageRequest(query, scope));
    return { executions: page.items.map(presentExecutionWithSteps), next_cursor: encodeNextCursor(page, scope) };
  }
}
