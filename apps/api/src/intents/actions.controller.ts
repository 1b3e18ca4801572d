import { Controller, Inject, Post, Res, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { ActionRefusedError, ActionsService } from '@app/intents';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { refHeaders } from '../docs/error-responses.js';
import { HANDLING } from '../http/validation/handling.js';
import { ignoredFieldsOf } from '../http/validation/parse-dto.js';
import { ExecutionAdmission } from '../load-shedding/execution-admission.guard.js';
import { PreviewTurns } from '../load-shedding/fair-turns.interceptor.js';
import { API_SETTINGS } from '../settings.module.js';
import { ActionResponse } from './action.dto.js';
import { answerProgress, EXECUTE_ERRORS } from './execution-progress.js';
import { QUEUED_EXAMPLE } from './execution.dto.js';
import { presentExecution } from './execution.presenter.js';
import type { ActDto } from './intent.dto.js';
import { presentIntent, presentPlan, toIntentRequest } from './intent.presenter.js';
import { PreferredWait } from './preferred-wait.decorator.js';
import { type ActionSource, SourceOfAction } from './request-source.decorator.js';
import { ValidActionBody } from './valid-intent-body.decorator.js';

@Controller('agent/actions')
@ApiTags('Agent intents')
export class ActionsController {
  constructor(
    private readonly actions: ActionsService,
    private readonly turns: PreviewTurns,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Execute an action in one request',
    description:
      'Previews an intent, confirms it and accepts its execution in one transaction, by the rules of the three calls. Then waits for the result like `execute`.\n\n`client_request_id` is required, and makes a repeat safe: the same key with the same request finds the first intent, whatever has changed. It waits for an execution that is not finished, returns the result of one that is, and accepts one that is not accepted yet, such as after the approval of the owner.\n\nIf a check of the chain fails or is unknown, or the preview misses `expect`, nothing is accepted. The response is 409 `agent_action_refused` with the intent, which stays a preview. Confirming and executing it accepts it anyway.\n\nErrors contain `intent_id` once the intent is stored.',
  })
  @ApiOkResponse({
    type: ActionResponse,
    description:
      'The finished execution with its intent and plan, a failed one only with `EXECUTION_FAILURE_STATUS=200`.',
  })
  @ApiAcceptedResponse({
    type: ActionResponse,
    description: 'The unfinished execution, which continues.',
    headers: refHeaders(['Location', 'Retry-After']),
    example: {
      intent: { status: 'executing', requires_confirmation: false, executions_count: 1 },
      execution: QUEUED_EXAMPLE,
    },
  })
  @ApiErrors('agent_intent_conflict', 'agent_intent_archived', 'agent_action_refused', ...EXECUTE_ERRORS)
  @NeedsKey('intents', 'agent in body', 'agent_not_found', 'execute')
  @UseGuards(ExecutionAdmission)
  async act(
    @ValidActionBody() body: ActDto,
    @PreferredWait(` ${HANDLING}`) preferredWaitMs: number | null,
    @SourceOfAction() { turn, ...source }: ActionSource,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ActionResponse> {
    const { min_multiple: minMultiple = null, max_fee: maxFee = null } = body.expect ?? {};
    const command = { ...source, request: toIntentRequest(body), terms: { minMultiple, maxFee } };
    const ignored = ignoredFieldsOf(body);
    const accepted = await this.turns
      .run(turn, () => this.actions.accept(command))
      .catch((error: unknown) => {
        throw error instanceof ActionRefusedError ? presentRefusal(error, ignored) : error;
      });
    const { intent, plan, execution } = await this.actions.finish(
      accepted,
      preferredWaitMs ?? this.settings.EXECUTE_WAIT_MS,
    );
    answerProgress(reply, execution);
    const { checks = [], fee = null } = intent.preview ?? {};
    return {
      intent: presentIntent(intent, ignored),
      execution_plan: presentPlan({ intent: { ...intent, status: 'confirmed' }, plan, checks, fee }, this.settings),
      execution: presentExecution(execution),
    };
  }
}

function presentRefusal({ code, details, intent }: ActionRefusedError, ignored: readonly string[]): AppError {
  return new AppError(code, {
    details,
    extra: { intent_id: intent.id, intent: presentIntent(intent, ignored) },
    headers: { Location: `/agent/intents/${intent.id}` },
  });
}
