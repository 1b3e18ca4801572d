import { ADVICE, ADVICE_OF_CODE, type Advice, REMEDY_OF_FAILURE } from './generated/error-advice.js';
import { isFinalFailure } from './failures.js';
import type { Check, ErrorCode, Intent } from './generated/types.js';

/** Codes of failures without an error of the service. */
export type LocalErrorCode = 'argument_invalid' | 'no_answer' | 'unexpected_answer';

/** An error code of the service, including codes that this version does not know, or a local code. */
export type PresageErrorCode = ErrorCode | LocalErrorCode | (string & Record<never, never>);

export interface PresageErrorFields {
  readonly code: PresageErrorCode;
  readonly message: string;
  /** HTTP status, null without an answer and for a redirect in a browser. */
  readonly status: number | null;
  readonly retryAfterMs?: number | null;
  /** The `error` object of the response. */
  readonly error?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Advice by code. An unexpected answer is judged by its status. */
const KNOWN: Readonly<Record<string, Advice>> = { ...ADVICE_OF_CODE, argument_invalid: 'change', no_answer: 'repeat' };
const REPEATED: readonly Advice[] = ['wait', 'repeat'];

/** Remedies of single codes, instead of the advice of the error catalogue. */
export const REMEDIES: Readonly<Record<string, string>> = {
  agent_wallet_missing: 'Register a wallet for the agent.',
  agent_wallet_not_found: 'Register a wallet for the agent.',
  agent_intent_not_confirmed: 'Read the intent. Confirm it if its status is preview.',
  agent_intent_conflict: 'Use a new purpose for a new action, or repeat the first request unchanged.',
  agent_action_refused: 'Remove the causes that `details` lists. Then call act again with retryFailed.',
  agent_intent_archived: 'The action was carried out or ended long ago. Use a new purpose for a new action.',
  agent_execution_failed: 'Read the execution. With retry_safe true, fix the cause and execute the same intent again.',
  agent_approval_required: 'The owner approves the intent with the passcode in the e-mail. Then repeat the same call.',
  agent_wallet_frozen: 'The owner of the agent unfreezes the wallet.',
  api_key_invalid: 'Send a valid API key.',
  no_answer: 'The service may have carried out the request. Repeat it unchanged, with exponential backoff.',
};

/** A request that failed: refused by the service, without a readable answer, or not sent for a value that it cannot carry. */
export class PresageError extends Error {
  readonly code: PresageErrorCode;
  /** HTTP status, null without an answer and for a redirect in a browser. */
  readonly status: number | null;
  /** Whether repeating the same request can succeed without a change by the caller. */
  readonly retryable: boolean;
  /** The message without the `details` at its end. */
  readonly summary: string;
  /** Remedies in order, in English. */
  readonly nextActions: readonly string[];
  /** Pause that the service asks for, null without one. */
  readonly retryAfterMs: number | null;
  /** All fields of the service's error, such as `intent_status`. */
  readonly error: Readonly<Record<string, unknown>>;

  constructor({ code, message, status, retryAfterMs = null, error = {}, cause }: PresageErrorFields) {
    super([message, listDetails(error).join('; ')].join(' ').trim(), { cause });
    this.name = 'PresageError';
    this.summary = message;
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.error = error;
    const general = chooseAdvice(code, status);
    // Retry-After on a refusal says that it will pass, such as the pause of an action.
    const advice = general === 'state' && retryAfterMs !== null ? 'wait' : general;
    this.retryable = REPEATED.includes(advice);
    const { failure_reason: reason } = error;
    const final = isFinalFailure(reason) ? REMEDY_OF_FAILURE[reason] : undefined;
    this.nextActions = [final ?? REMEDIES[code] ?? ADVICE[advice]];
  }

  /** All validation failures, empty for other errors. */
  get details(): readonly string[] {
    return listDetails(this.error);
  }

  /**
   * Whether a repeat can soon succeed, for a request whose repeat has no second effect. False for an action that an
   * operator has paused, because a pause has no known end.
   */
  get isTransient(): boolean {
    const { code, status } = this;
    const advice = chooseAdvice(code, status);
    if (REPEATED.includes(advice)) return true;
    return status !== null && status >= 500 && advice !== 'operator' && code !== 'agent_execution_failed';
  }
}

/** An action that was not accepted, because it would not execute now or misses `expect`. A repeat finds it as it is. */
export class ActionRefusedError extends PresageError {
  constructor(
    fields: PresageErrorFields,
    /** The refused intent, a preview. `run(intent)` executes it all the same. */
    readonly intent: Intent,
  ) {
    super(fields);
    this.name = 'ActionRefusedError';
  }

  /** Checks of the preview that failed or are unknown. None when only `expect` is missed. */
  get failedChecks(): readonly Check[] {
    const { checks } = this.intent.validation_result;
    return checks.filter(({ result, code }) => result === 'unknown' || (result === 'fail' && code !== null));
  }

  /** Whether a later attempt with `retryFailed` can succeed: no check has failed for good. */
  get canRetry(): boolean {
    return !this.failedChecks.some(({ failure_reason: reason }) => isFinalFailure(reason));
  }
}

/**
 * Cause of an error or a failed execution: its message without the remedy, which the service states as HTTP requests.
 * For clients that state the remedy in their own terms.
 * @param failureReason `failure_reason` of a failed execution
 */
export function extractCause(message: string, failureReason: string | null = null): string {
  const remedy = REMEDY_OF_FAILURE[failureReason ?? ''] ?? '\n'; // which no message contains
  return message.replace(` ${remedy}`, '').replace(/[.:;] [^.:;]*\b(?:GET|POST|DELETE) \/.*$/s, '.');
}

function listDetails({ details }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(details) ? details.filter((detail) => typeof detail === 'string') : [];
}

function chooseAdvice(code: string, status: number | null): Advice {
  const known = KNOWN[code];
  if (known !== undefined) return known;
  if (status === 429 || status === 503) return 'wait';
  if (status === 501) return 'operator';
  return status !== null && status >= 400 && status < 500 ? 'change' : 'check';
}
