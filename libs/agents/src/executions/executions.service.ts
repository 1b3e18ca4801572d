import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode, type Page, type PageRequest } from '@app/common';
import { Database } from '@app/persistence';
import type { PreviewedIntent } from '../intents/intent.js';
import { IntentsService } from '../intents/intents.service.js';
import { type ExecutionRecord, isFinished } from './execution.js';
import { ExecutionEngine } from './execution-engine.js';
import { ReadModels } from './read-models.js';
import { listExecutionsOfIntent } from './execution-statements.js';

export interface ExecuteCommand {
  intentId: string;
  requestId: string;
  /** How long to wait for the end; zero answers at once. */
  waitMs: number;
}

/** Has confirmed intents executed, and reads what came of it. */
@Injectable()
export class ExecutionsService {
  constructor(
    private readonly database: Database,
    private readonly engine: ExecutionEngine,
    private readonly intents: IntentsService,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Accepts the execution and waits for it: the record it comes back with is executed, or not finished yet.
   * @throws {AppError} what `ExecutionEngine.accept` throws; agent_execution_failed when it ended `failed`,
   * or agent_policy_violation when that is why;
   * agent_intent_status_invalid when somebody cancelled it meanwhile
   */
  async execute({ intentId, requestId, waitMs }: ExecuteCommand): Promise<ExecutionRecord> {
    const { executionId } = await this.engine.accept({ intentId, requestId });
    const execution = await this.engine.waitFor(executionId, waitMs);
    if (execution.status === 'executed') await this.readModels.waitUntilIndexed(executionId);
    if (!isFinished(execution.status) || execution.status === 'executed') return execution;
    throw unsuccessful(execution);
  }

  /** Repeating it on a cancelled intent is fine. @throws {AppError} agent_intent_not_found, agent_intent_status_invalid */
  async cancel(intentId: string): Promise<PreviewedIntent> {
    const intent = await this.intents.get(intentId);
    if (intent.status === 'cancelled') return intent;
    await this.engine.cancel(intentId);
    return this.intents.get(intentId);
  }

  /** @throws {AppError} agent_intent_not_found */
  async listByIntent(intentId: string, page: PageRequest): Promise<Page<ExecutionRecord>> {
    const intent = await this.intents.get(intentId);
    return listExecutionsOfIntent(this.database, intent.id, page);
  }
}

/** The record keeps the whole story; the answer says where it is. */
function unsuccessful(execution: ExecutionRecord): AppError {
  return new AppError(codeOf(execution), {
    ...(execution.errorMessage === null ? {} : { message: execution.errorMessage }),
    extra: { intent_status: execution.status, execution_status: execution.status },
    headers: { Location: `/agent/intents/${execution.intentId}/executions` },
  });
}

function codeOf({ status, errorCode }: ExecutionRecord): ErrorCode {
  if (status === 'cancelled') return 'agent_intent_status_invalid';
  return errorCode === 'agent_policy_violation' ? errorCode : 'agent_execution_failed';
}
