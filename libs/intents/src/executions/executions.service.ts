import { Inject, Injectable } from '@nestjs/common';
import { AppError, type ErrorCode, type Page, type PageRequest } from '@app/common';
import {
  type ExecutionRecord,
  formatFailureMessage,
  isFinished,
  type PreviewedIntent,
  toReportedFailure,
} from '@app/engine';
import { ReadModels } from '@app/indexer';
import { ApprovalsService } from '../approvals.service.js';
import { INTENTS_SETTINGS, type IntentsSettings } from '../intents.settings.js';
import { IntentsService } from '../intents/intents.service.js';
import { AcceptanceService } from './acceptance.service.js';
import type { ExecutionStepRecord, ExecutionWithSteps } from './execution-step.js';
import { ExecutionsRepository } from './executions.repository.js';

export interface ExecuteCommand {
  intentId: string;
  requestId: string;
  /** IP address of the client; null when it is not known. */
  clientAddress: string | null;
  /** Maximum time to wait for the end; 0 returns at once. */
  waitMs: number;
}

/** Executes confirmed intents and reads their execution records. */
@Injectable()
export class ExecutionsService {
  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly acceptance: AcceptanceService,
    private readonly intents: IntentsService,
    private readonly readModels: ReadModels,
    private readonly approvals: ApprovalsService,
    @Inject(INTENTS_SETTINGS) private readonly settings: Pick<IntentsSettings, 'EXECUTION_FAILURE_STATUS'>,
  ) {}

  /**
   * Accepts the execution and waits for it. The returned record is executed or not finished yet, or has failed and
   * `EXECUTION_FAILURE_STATUS` is 200.
   * @throws {AppError} the errors of `AcceptanceService.accept`; otherwise agent_execution_failed for an execution that failed, or
   * agent_policy_violation or agent_wallet_frozen when the wallet's rules stopped it; agent_intent_status_invalid for one cancelled meanwhile
   */
  async execute(command: ExecuteCommand): Promise<ExecutionRecord> {
    return this.finish(await this.accept(command), command.waitMs);
  }

  /** Waits for an accepted execution, like `execute`. @throws {AppError} for one that has ended without effect */
  async finish(accepted: ExecutionRecord, waitMs: number): Promise<ExecutionRecord> {
    const execution = await this.acceptance.waitFor(accepted, waitMs);
    if (execution.status === 'executed') await this.readModels.waitUntilIndexed(execution.id);
    const isResult = execution.status === 'failed' && this.settings.EXECUTION_FAILURE_STATUS === '200';
    if (!isFinished(execution.status) || execution.status === 'executed' || isResult) return execution;
    throw unsuccessful(execution);
  }

  /**
   * Accepts the execution. Has the owner asked for an approval when the intent needs one.
   * @throws {AppError} the errors of `AcceptanceService.accept`
   */
  async accept({ intentId, requestId, clientAddress }: Omit<ExecuteCommand, 'waitMs'>): Promise<ExecutionRecord> {
    try {
      return await this.acceptance.accept({ intentId, requestId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'agent_approval_required') throw error;
      throw await this.approvals.request({ intentId, clientAddress, requestId });
    }
  }

  /** Safe to repeat. @throws {AppError} agent_intent_not_found, agent_intent_status_invalid */
  async cancel(intentId: string): Promise<PreviewedIntent> {
    const intent = await this.intents.get(intentId);
    if (intent.status === 'cancelled') return intent;
    await this.acceptance.cancel(intentId);
    return this.intents.get(intentId);
  }

  /** @throws {AppError} agent_intent_not_found */
  async listByIntent(intentId: string, request: PageRequest): Promise<Page<ExecutionWithSteps>> {
    const intent = await this.intents.get(intentId);
    const page = await this.executions.listByIntent(intent.id, request);
    if (page.items.length === 0) return { ...page, items: [] };
    const steps = await this.executions.listSteps(page.items.map(({ id }) => id));
    const stepsOf = (id: string): ExecutionStepRecord[] => steps.filter(({ executionId }) => executionId === id);
    return { ...page, items: page.items.map((execution) => ({ ...execution, steps: stepsOf(execution.id) })) };
  }
}

/** The Location header leads to the full record. */
function unsuccessful(execution: ExecutionRecord): AppError {
  const { status, failureReason: failure } = execution;
  const message = formatFailureMessage(execution);
  const failureReason = toReportedFailure(failure);
  return new AppError(chooseErrorCode(execution), {
    ...(message !== null && { message }),
    extra: {
      intent_status: status,
      execution_status: status,
      ...(status === 'failed' && { failure_reason: failureReason, retry_safe: execution.retrySafe }),
    },
    headers: { Location: `/agent/intents/${execution.intentId}/executions` },
  });
}

function chooseErrorCode({ status, errorCode }: ExecutionRecord): ErrorCode {
  if (status === 'cancelled') return 'agent_intent_status_invalid';
  const isRefusal = errorCode === 'agent_policy_violation' || errorCode === 'agent_wallet_frozen';
  return isRefusal ? errorCode : 'agent_execution_failed';
}
