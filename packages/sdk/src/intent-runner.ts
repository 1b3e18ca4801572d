import { type Api, type Bounds, Pauses } from './api.js';
import { canRetry } from './failures.js';
import type { KeyedBody } from './act.js';
import type { ActionExpectation, Execution, Intent } from './generated/types.js';
import type { Limits } from './http.js';
import { ActionRefusedError, PresageError } from './presage-error.js';
import { newTraceparent } from './traceparent.js';

export interface Outcome {
  /**
   * `executed`, `failed` and `cancelled` are final: the chain decided, or nothing was sent.
   * `pending` and `unknown` appear after a time limit only. Repeat the same call then, never a new one.
   */
  readonly status: 'executed' | 'failed' | 'cancelled' | 'pending' | 'unknown';
  readonly intent: Intent;
  /** The newest attempt, null before the first. */
  readonly execution: Execution | null;
}

export interface RunOptions {
  /** Maximum wait. By default the call waits until the outcome is known. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait. The execution continues. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Starts another attempt of an intent that has failed without effect, or was refused, before this call, such as a claim
   * before the result. Failures that no attempt avoids stay as they are, such as a second claim.
   */
  readonly retryFailed?: boolean | undefined;
  /** Called with every state that is not final. */
  readonly onProgress?: ((state: Outcome) => void) | undefined;
}

export interface ActOptions extends RunOptions {
  /** Terms that the preview must meet. Otherwise nothing is accepted. */
  readonly expect?: ActionExpectation | undefined;
}

/** Wait that one request asks the service for. */
const EXECUTE_WAIT_S = 20;
/** Statuses of an intent that no further attempt changes. */
const FINAL_STATUSES = ['executed', 'failed', 'cancelled'] as const;

/** Drives an intent to its outcome. A repeat, also by another process, finds the same outcome. */
export class IntentRunner {
  constructor(private readonly api: Api) {}

  /** @throws PresageError when confirming or executing is refused, or when no request was answered in time */
  async run(first: Intent, options: RunOptions = {}): Promise<Outcome> {
    const bounds = this.toBounds(options);
    return this.drive(await this.readState(first, bounds), options, bounds);
  }

  /**
   * Creates, confirms and executes an intent in one request.
   * @throws PresageError when the action is refused, or no request was answered in time
   */
  async act(body: KeyedBody, options: ActOptions, bounds: Bounds): Promise<Outcome> {
    const { expect } = options;
    const retryFailed = options.retryFailed === true && (await this.isKnown(body, bounds));
    const send = (limits: Limits) =>
      this.api.request('act', { body: { ...body, expect }, headers: this.toPreference(bounds), ...limits });
    let state: Outcome;
    try {
      const { intent, execution } = await this.api.repeat(send, bounds);
      state = toOutcome(intent, execution);
    } catch (error) {
      state = await this.takeUp(error, { ...options, retryFailed }, bounds);
    }
    return this.drive(state, { ...options, retryFailed }, bounds);
  }

  private async isKnown({ agent_id, source_client, client_request_id }: KeyedBody, bounds: Bounds): Promise<boolean> {
    const query = { agent_id, source_client: source_client ?? '', client_request_id, limit: 1 };
    const list = (limits: Limits) => this.api.request('listIntents', { query, ...limits });
    return (await this.api.repeat(list, bounds)).intents.length > 0;
  }

  /**
   * State of the intent of an action that was not accepted, when it has ended or can be executed all the same: when no
   * check has failed, the worker decides, which checks again before it sends anything.
   */
  private async takeUp(error: unknown, { expect, retryFailed }: ActOptions, bounds: Bounds): Promise<Outcome> {
    if (!(error instanceof PresageError) || error.code === 'agent_intent_conflict') throw error;
    const { intent_id: id } = error.error;
    if (typeof id !== 'string') throw error;
    const isRefused = error instanceof ActionRefusedError;
    if (isRefused) {
      const isUndecided = error.failedChecks.every(({ result }) => result === 'unknown');
      if (expect !== undefined || !(isUndecided || (retryFailed === true && error.canRetry))) throw error;
    }
    const state = await this.read(id, bounds);
    if (isRefused || isFinal(state)) return state;
    throw error;
  }

  private async drive(first: Outcome, options: RunOptions, bounds: Bounds): Promise<Outcome> {
    let state = first;
    if (state.status === 'failed' && options.retryFailed === true && canRetry(state.execution)) {
      state = await this.advance(state, bounds);
    }
    try {
      for (const pauses = new Pauses(); !isFinal(state);) {
        options.onProgress?.(state);
        const before = state.intent.status;
        state = await this.advance(state, bounds);
        if (this.isOutOfTime(bounds)) return state;
        if (state.intent.status === before) await this.pause(pauses.nextMs(), bounds);
      }
      return state;
    } catch (error) {
      const wasSent = state.intent.status !== 'preview';
      if (wasSent && error instanceof PresageError && error.isTransient) return { ...state, status: 'unknown' };
      throw error;
    }
  }

  /** Makes the next request for an intent, and reads its new state. */
  private async advance(state: Outcome, bounds: Bounds): Promise<Outcome> {
    const { intent } = state;
    const path = { intent_id: intent.intent_id };
    try {
      if (intent.status === 'preview' || intent.status === 'failed') {
        await this.api.repeat((limits) => this.api.request('confirmIntent', { path, ...limits }), bounds);
        return { ...state, status: 'pending', intent: { ...intent, status: 'confirmed' } };
      }
      if (intent.status === 'confirmed') await this.execute(intent.intent_id, bounds);
    } catch (error) {
      if (isRepeated(error)) await this.pause(error.retryAfterMs ?? 0, bounds);
      const after = await this.read(intent.intent_id, bounds);
      if (after.intent.status !== intent.status || isRepeated(error)) return after;
      throw error;
    }
    return this.read(intent.intent_id, bounds);
  }

  private async execute(intentId: string, bounds: Bounds): Promise<void> {
    const headers = this.toPreference(bounds);
    await this.api.request('executeIntent', { path: { intent_id: intentId }, headers, ...this.api.toLimits(bounds) });
  }

  private toPreference({ deadlineMs }: Bounds): { Prefer: string } {
    const remainingS = Math.floor((deadlineMs - this.api.timer.nowMs()) / 1000);
    const waitS = Math.max(0, Math.min(EXECUTE_WAIT_S, remainingS));
    return { Prefer: waitS === 0 ? 'respond-async' : `wait=${waitS}` };
  }

  /** Reads an intent and its newest attempt. */
  async read(intentId: string, bounds: Bounds): Promise<Outcome> {
    const read = (limits: Limits) => this.api.request('getIntent', { path: { intent_id: intentId }, ...limits });
    return this.readState((await this.api.repeat(read, bounds)).intent, bounds);
  }

  private async readState(intent: Intent, bounds: Bounds): Promise<Outcome> {
    const path = { intent_id: intent.intent_id };
    const list = (limits: Limits) => this.api.request('listExecutions', { path, query: { limit: 1 }, ...limits });
    const execution =
      intent.executions_count === 0 ? null : ((await this.api.repeat(list, bounds)).executions[0] ?? null);
    return toOutcome(intent, execution);
  }

  private async pause(pauseMs: number, { deadlineMs, signal }: Bounds): Promise<void> {
    const remainingMs = deadlineMs - this.api.timer.nowMs();
    await this.api.timer.sleep(Math.max(0, Math.min(pauseMs, remainingMs)), signal);
  }

  private isOutOfTime({ deadlineMs }: Bounds): boolean {
    return this.api.timer.nowMs() >= deadlineMs;
  }

  toBounds({ timeoutMs = Number.POSITIVE_INFINITY, signal }: Pick<RunOptions, 'timeoutMs' | 'signal'>): Bounds {
    return { deadlineMs: this.api.timer.nowMs() + timeoutMs, signal, traceparent: newTraceparent() };
  }
}

function toOutcome(intent: Intent, execution: Execution | null): Outcome {
  const final = FINAL_STATUSES.find((status) => status === intent.status);
  return { status: final ?? (execution?.status === 'unknown' ? 'unknown' : 'pending'), intent, execution };
}

function isFinal({ status }: Outcome): boolean {
  return FINAL_STATUSES.some((final) => final === status);
}

/** Any other failure of a step is a refusal, which ends the run. This one is followed by a reading and another try. */
function isRepeated(error: unknown): error is PresageError {
  return error instanceof PresageError && (error.isTransient || error.code === 'agent_execution_failed');
}
