import type { Action } from '@app/common';
import { presentStep } from '../domain/lane-work.js';
import type { Resting } from './lane-turn.js';

/** Polls with a longer delay than this do not follow each block. */
const MAX_BLOCK_POLL_DELAY_MS = 4_999;
/** Time after which a lane that waits for a block is served all the same. */
const MAX_BLOCK_WAIT_MS = 5_000;
/** Minimum delay of a lane that waits for the provider to accept the credentials again. */
const BREAKER_DELAY_MS = 5_000;

export interface Wake {
  delayMs: number;
  /** Whether a block serves it before that. */
  followsBlocks: boolean;
  /** Action of the execution whose job wakes the lane; absent when blocks or the sweep do. */
  jobFor?: Action;
}

/** The earliest wake of the executions. The next block ends the wait if it may end that of one of them. */
export function earliestWake(resting: readonly Resting[], breakerOpen: boolean): Wake {
  const wakes = resting.map((one) => toWake(one, breakerOpen));
  const followsBlocks = wakes.some((wake) => wake.followsBlocks);
  const timed = wakes.filter((wake) => !wake.followsBlocks).sort((one, other) => one.delayMs - other.delayMs);
  const [first] = timed;
  if (followsBlocks && (first === undefined || first.delayMs >= MAX_BLOCK_WAIT_MS)) {
    return { delayMs: MAX_BLOCK_WAIT_MS, followsBlocks };
  }
  return { ...(first ?? { delayMs: 0 }), followsBlocks };
}

/** The next block may end the wait of an armed step: the chain or its deadline decides. */
function toWake({ execution, wait }: Resting, breakerOpen: boolean): Wake {
  const delayMs = breakerOpen ? Math.max(wait.delayMs, BREAKER_DELAY_MS) : wait.delayMs;
  const followsChain = wait.waitingFor === 'block' && presentStep(execution).status !== 'planned';
  if (followsChain && delayMs <= MAX_BLOCK_POLL_DELAY_MS) return { delayMs: MAX_BLOCK_WAIT_MS, followsBlocks: true };
  return { delayMs, followsBlocks: false, ...(!followsChain && { jobFor: execution.intent.action }) };
}
