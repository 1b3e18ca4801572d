import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../support/random.js';
import { type ChaosStack, listProcesses } from './chaos-stack.js';
import type { Traffic } from './traffic.js';

/** Executions in progress at each outage. */
const BATCH_SIZE = 3;
const MAX_DELAY_MS = 250;
const POLL_INTERVAL_MS = 20;
const HEAL_TIMEOUT_MS = 60_000;

export interface OutageReport {
  readonly name: string;
  readonly times: number;
  /** Longest time from an outage until every execution had ended. */
  readonly maxHealMs: number;
  readonly healedAll: boolean;
}

export interface OutageOptions {
  readonly wipes: number;
  readonly crashes: number;
  readonly kills: number;
}

/** Repeats queue wipes, PostgreSQL crashes and kills of one process while executions are in progress, and measures the recovery of each. */
export async function repeatOutages(
  { stack, traffic, random }: { stack: ChaosStack; traffic: Traffic; random: Random },
  { wipes, crashes, kills }: OutageOptions,
): Promise<OutageReport[]> {
  await traffic.settle(HEAL_TIMEOUT_MS);
  const outages = [
    { name: 'queue wiped', times: wipes, inject: () => stack.queue.wipe() },
    { name: 'PostgreSQL crashed', times: crashes, inject: () => stack.postgres.crashAndRestart() },
    { name: 'one process or PostgreSQL killed', times: kills, inject: () => killOne(stack, random) },
  ];
  const reports: OutageReport[] = [];
  for (const { name, times, inject } of outages) {
    let maxHealMs = 0;
    for (let count = 0; count < times; count += 1) {
      const batch = traffic.submitBatch(BATCH_SIZE);
      await delay(random.between(0, MAX_DELAY_MS));
      const startedMs = Date.now();
      await Promise.all([inject(), batch]);
      await traffic.settle(HEAL_TIMEOUT_MS);
      maxHealMs = Math.max(maxHealMs, Date.now() - startedMs);
    }
    if (times > 0) reports.push({ name, times, maxHealMs, healedAll: maxHealMs < HEAL_TIMEOUT_MS });
  }
  return reports;
}

/** Kills a process of the product, the receiver of its webhooks or PostgreSQL, and waits until it is back. The wallet provider is spared. */
async function killOne(stack: ChaosStack, random: Random): Promise<void> {
  const victim = random.pick([...listProcesses({ ...stack, provider: null }), null]);
  if (victim === null) return stack.postgres.crashAndRestart();
  const { deaths } = victim;
  if (!victim.signal('SIGKILL')) return;
  while (victim.deaths === deaths) await delay(POLL_INTERVAL_MS);
  await victim.untilUp();
}
