import type { Random } from '../../support/random.js';
import type { ChaosStack, CustodyKind } from './chaos-stack.js';

export interface Fault {
  readonly name: string;
  /** Whether executions are submitted until it ends. */
  readonly isLong?: true;
  readonly short?: boolean;
  /** Injected before the executions are submitted, not while they run. */
  readonly ahead?: boolean;
  /** The only custody with which it can fire; absent when it fires with both. */
  readonly custody?: CustodyKind;
  readonly hasPooler?: true;
  /** Injects the fault and heals it. @returns how often it fired */
  inject(stack: ChaosStack, random: Random): Promise<number>;
}

/** Maximum time until a fault fires. */
export const FIRE_TIMEOUT_MS = 4_000;
export const POLL_INTERVAL_MS = 50;
