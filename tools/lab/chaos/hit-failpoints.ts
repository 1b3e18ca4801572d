import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../support/random.js';
import { type ChaosStack, listProcesses } from './chaos-stack.js';
import type { FailpointSchedule } from './failpoint-schedule.js';
import type { ChaosOptions } from './options.js';
import type { Traffic } from './traffic.js';

/** Batches submitted beyond the number of failpoints that have fired. */
const BATCHES_AHEAD = 3;
const MIN_IN_FLIGHT = 8;
const POLL_INTERVAL_MS = 100;
const RANDOM_KILL_INTERVAL_MS = 7_000;
/** Ends the phase when no failpoint has fired for this long. */
const STALL_TIMEOUT_MS = 300_000;

export interface FailpointPhase {
  readonly stack: ChaosStack;
  readonly traffic: Traffic;
  readonly schedule: FailpointSchedule;
  readonly random: Random;
  readonly options: ChaosOptions;
  readonly log: (line: string) => void;
}

/**
 * Keeps executions in progress until every scheduled failpoint has killed its process. Also kills a random process every
 * few seconds. @returns the random kills by process
 */
export async function hitFailpoints(phase: FailpointPhase): Promise<Record<string, number>> {
  const { stack, traffic, schedule, random, options, log } = phase;
  const kills: Record<string, number> = {};
  const total = options.points.length * options.seeds;
  let batches = 0;
  let lastKillMs = Date.now();
  let [lastFired, lastFiredMs] = [0, Date.now()];
  while (schedule.leftCount > 0 && Date.now() - lastFiredMs < STALL_TIMEOUT_MS) {
    await traffic.refresh();
    if (batches < schedule.firedCount + BATCHES_AHEAD || traffic.inFlight < MIN_IN_FLIGHT) {
      batches += 1;
      await traffic.submitBatch(options.executions);
    }
    if (schedule.firedCount > lastFired) [lastFired, lastFiredMs] = [schedule.firedCount, Date.now()];
    if (Date.now() - lastKillMs > RANDOM_KILL_INTERVAL_MS) {
      lastKillMs = Date.now();
      const target = random.pick(listProcesses(stack));
      const name = `${target.name} killed at random`;
      if (target.signal('SIGKILL')) kills[name] = (kills[name] ?? 0) + 1;
      log(`${schedule.firedCount} of ${total} failpoints hit, ${traffic.orders.length} orders`);
    }
    for (const worker of stack.workers) if (schedule.isSpent(worker.name) && worker.isUp) worker.signal('SIGKILL');
    await delay(POLL_INTERVAL_MS);
  }
  return kills;
}
