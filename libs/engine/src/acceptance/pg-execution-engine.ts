import {
  type AcceptRequest,
  ExecutionEngine,
  type ExecutionRecord,
  ExecutionsRepository,
  type IntentRecord,
  IntentsRepository,
  isFinished,
} from '@app/agents';
import { AppError } from '@app/common';
import { errorFields, type Logger, type Tracer } from '@app/observability';
import { type Database, type Notifications, RowLoader, waitForRow } from '@app/persistence';
import type { JobQueue } from '@app/queue';
import type { AcceptanceObserver } from '../domain/ports/execution-observer.js';
import type { Failpoints } from '../domain/ports/failpoints.js';
import { acceptExecution, notConfirmed } from './accept-execution.js';
import { cancelIntent } from './cancel-intent.js';

export interface PgExecutionEngineParts {
  database: Database;
  notifications: Notifications;
  queue: JobQueue;
  log: Logger;
  executionEnabled: boolean;
  failpoints: Failpoints;
  observer: AcceptanceObserver;
  tracer: Tracer;
}

/** The engine as the API sees it: it writes and reads rows and rings; what happens on the chain is the worker's. */
export class PgExecutionEngine extends ExecutionEngine {
  private readonly intents: RowLoader<IntentRecord>;
  private readonly executions: RowLoader<ExecutionRecord>;

  constructor(private readonly parts: PgExecutionEngineParts) {
    super();
    const { database } = parts;
    const intents = new IntentsRepository(database);
    const executions = new ExecutionsRepository(database);
    this.intents = new RowLoader(
      (ids) => intents.findMany(ids),
      ({ id }) => id,
    );
    this.executions = new RowLoader(
      (ids) => executions.findMany(ids),
      ({ id }) => id,
    );
  }

  accept(request: AcceptRequest): Promise<{ executionId: string }> {
    return this.parts.tracer.span({ name: 'execution.accept', kind: 'producer' }, () => this.acceptNow(request));
  }

  private async acceptNow({ intentId, requestId }: AcceptRequest): Promise<{ executionId: string }> {
    const { database, queue, log, executionEnabled, failpoints, observer, tracer } = this.parts;
    const intent = await this.intents.load(intentId);
    if (intent === null) throw new AppError('agent_intent_not_found');
    if (intent.status !== 'confirmed') throw notConfirmed(intent);
    const acceptance = { intentId, requestId, traceParent: tracer.traceparent(), executionEnabled };
    const accepted = await database.transaction(async (tx) => {
      const result = await acceptExecution(tx, intent, acceptance);
      await failpoints.reach('before_accepting_commit');
      return result;
    });
    await failpoints.reach('accepted_not_enqueued');
    const { executionId, laneId, laneVersion } = accepted;
    // Committed: it will be executed whether or not this ring arrives, since the lane's row says that it is due.
    queue.ring('lane', { laneId, version: laneVersion }).catch((error: unknown) => {
      log.warn({ event: 'execution.wakeup_failed', executionId, requestId, ...errorFields(error) });
    });
    observer.accepted(intent.action);
    log.info({ event: 'execution.accepted', executionId, intentId, requestId });
    return { executionId };
  }

  async waitFor(executionId: string, timeoutMs: number): Promise<ExecutionRecord> {
    if (timeoutMs === 0) return this.get(executionId);
    const { notifications } = this.parts;
    const read = async (): Promise<ExecutionRecord | null> => {
      const execution = await this.get(executionId);
      return isFinished(execution.status) ? execution : null;
    };
    return (await waitForRow({ notifications, key: executionId, timeoutMs, read })) ?? this.get(executionId);
  }

  async cancel(intentId: string): Promise<void> {
    const { database, observer } = this.parts;
    const action = await database.transaction((tx) => cancelIntent(tx, intentId));
    if (action !== null) observer.ended(action, 'cancelled');
  }

  private async get(executionId: string): Promise<ExecutionRecord> {
    const execution = await this.executions.load(executionId);
    if (execution === null) throw new Error('an accepted execution has no row');
    return execution;
  }
}
