import { GapError, type Outcome, PresageError } from '@presage/sdk';
import { ForeignServiceError } from './connection.js';

export const EXIT = {
  done: 0,
  /** Failed, proven. */
  failed: 1,
  usage: 2,
  /** Transient, or paused by an operator: the same command again. */
  transient: 3,
  /** Refused: policy, budget, state, API key, or an unknown id. */
  refused: 4,
  /** The outcome is not known yet: the same command again, never a new purpose. */
  unknown: 5,
} as const;

export class UsageError extends Error {}

export function toExitCode({ status }: Pick<Outcome, 'status'>): number {
  switch (status) {
    case 'executed':
      return EXIT.done;
    case 'failed':
      return EXIT.failed;
    case 'cancelled':
      return EXIT.refused;
    case 'pending':
    case 'unknown':
      return EXIT.unknown;
  }
}

export function exitCodeOfError(error: unknown): number {
  if (error instanceof UsageError || error instanceof ForeignServiceError) return EXIT.usage;
  if (error instanceof GapError) return EXIT.failed;
  if (!(error instanceof PresageError)) return EXIT.failed;
  if (error.isTransient || error.retryable) return EXIT.transient;
  return (error.status === 400 || error.status === null) && INVALID_CODES.test(error.code) ? EXIT.usage : EXIT.refused;
}

/** Codes of requests that are malformed, whatever the state. */
const INVALID_CODES = /invalid/;
