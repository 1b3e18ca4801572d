import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosSite } from './chaos-stack.js';
import type { Random } from '../support/random.js';
import type { Traffic } from './traffic.js';

const EXECUTIONS = 3;
const FIRST_MOMENTS_MS = 250;
const HEAL_LIMIT_MS = 60_000;

export interface DisasterReport {
  readonly name: string;
  readonly times: number;
  /** From the strike until everything that was under way had ended, the longest of all. */
  readonly longestHealMs: number;
  readonly healedAll: boolean;
}

export interface DisasterOptions {
  readonly wipes: number;
  readonly crashes: number;
}

/** The same disaster over and over, each time with executions under way, which must end without anybody's hand. */
export async function repeatDisasters(
  { site, traffic, random }: { site: ChaosSite; traffic: Traffic; random: Random },
  { wipes, crashes }: DisasterOptions,
): Promise<DisasterReport[]> {
  await traffic.settle(HEAL_LIMIT_MS);
  const disasters = [
    { name: 'queue wiped', times: wipes, strike: () => site.queue.wipe() },
    { name: 'Postgres crashed', times: crashes, strike: () => site.postgres.crashAndRestart() },
  ];
  const reports: DisasterReport[] = [];
  for (const { name, times, strike } of disasters) {
    let longestHealMs = 0;
    for (let count = 0; count < times; count += 1) {
      const lot = traffic.submitLot(EXECUTIONS);
      await delay(random.between(0, FIRST_MOMENTS_MS));
      const struckMs = Date.now();
      await Promise.all([strike(), lot]);
      await traffic.settle(HEAL_LIMIT_MS);
      longestHealMs = Math.max(longestHealMs, Date.now() - struckMs);
    }
    if (times > 0) reports.push({ name, times, longestHealMs, healedAll: longestHealMs < HEAL_LIMIT_MS });
  }
  return reports;
}
