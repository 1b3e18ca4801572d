import { setTimeout as delay } from 'node:timers/promises';
import { refOf } from '@app/contracts';
import type { TestRun } from '../stack/test-run.js';
import { type ChainLedger, readChain } from './chain-ledger.js';
import { openChaosSite, type ChaosSite } from './chaos-stack.js';
import { FailpointSchedule } from './failpoint-schedule.js';
import { FAULTS } from './faults.js';
import { judge, type StepResult } from './invariant.js';
import { at, listAt } from '../support/json.js';
import type { ChaosOptions } from './options.js';
import { ProductClient } from './product-client.js';
import { runProgram } from './programs.js';
import { Random } from '../support/random.js';
import { type DisasterReport, repeatDisasters } from './repeat-disasters.js';
import { restoreOlderCopy, type RestoreReport } from './restore-older-copy.js';
import { Traffic } from './traffic.js';

/** Lots that may be under way beyond what the failpoints have used up. */
const LOTS_AHEAD = 3;
const MIN_IN_FLIGHT = 8;
const FIRST_MOMENTS_MS = 400;
const POLL_MS = 100;
const RANDOM_KILL_INTERVAL_MS = 7_000;
const SETTLE_LIMIT_MS = 120_000;
/** A point that nothing reaches would keep the run going for ever. */
const STALLED_MS = 300_000;

export interface ChaosReport {
  readonly seed: number;
  readonly queue: string;
  readonly failpoints: Readonly<Record<number, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly retried: number;
  readonly settleMs: number;
  readonly settled: boolean;
  readonly elapsedMs: number;
  readonly deaths: Readonly<Record<string, number>>;
  readonly verdict: StepResult;
  /** Points that were ordered and never reached. */
  readonly missed: number;
  readonly disasters: readonly DisasterReport[];
  /** Null in a short run. */
  readonly restore: RestoreReport | null;
  /** What `npm run verify` finds, beside the effects whose records went with the restored database. */
  readonly disagreements: readonly string[];
}

/** Breaks the product in every way there is, heals it, and judges by the chain what became of every order. */
export async function runChaos(options: ChaosOptions, run: TestRun, say: (line: string) => void): Promise<ChaosReport> {
  const startedMs = Date.now();
  const random = new Random(options.seed);
  const schedule = new FailpointSchedule({ ...options, random: random.fork() });
  const site = await openChaosSite({ ...options, run, schedule });
  try {
    const client = new ProductClient(`http://127.0.0.1:${site.site.apiPort}`);
    const traffic = new Traffic({ site, client, random: random.fork() });
    await traffic.open(options.wallets);
    say(`the product runs: ${options.wallets} wallets, queue on ${options.queue}`);
    const killed = await hitFailpoints({ site, traffic, schedule, random: random.fork(), options, say });
    const faults = { ...killed, ...(await strikeFaults({ site, traffic, random: random.fork(), options, say })) };
    const disasters = await repeatDisasters({ site, traffic, random: random.fork() }, options);
    for (const { name, times, longestHealMs } of disasters)
      say(`${name} ${times} times, healed within ${longestHealMs} ms`);
    const restore = options.short ? null : await restoreOlderCopy(site, traffic, options.executions);
    return await conclude({ site, traffic, client, schedule, options, say, startedMs, faults, disasters, restore });
  } finally {
    await site.stop();
  }
}

interface Phase {
  readonly site: ChaosSite;
  readonly traffic: Traffic;
  readonly random: Random;
  readonly options: ChaosOptions;
  readonly say: (line: string) => void;
}

/** Keeps executions under way until every process has died at every point; kills somebody at random in between. */
async function hitFailpoints(phase: Phase & { schedule: FailpointSchedule }): Promise<Record<string, number>> {
  const { site, traffic, schedule, random, options, say } = phase;
  const kills: Record<string, number> = {};
  const total = options.points.length * options.seeds;
  let lots = 0;
  let lastKillMs = Date.now();
  let [lastFired, lastFiredMs] = [0, Date.now()];
  while (schedule.leftCount > 0 && Date.now() - lastFiredMs < STALLED_MS) {
    await traffic.refresh();
    if (lots < schedule.firedCount + LOTS_AHEAD || traffic.inFlight < MIN_IN_FLIGHT) {
      lots += 1;
      await traffic.submitLot(options.executions);
    }
    if (schedule.firedCount > lastFired) [lastFired, lastFiredMs] = [schedule.firedCount, Date.now()];
    if (Date.now() - lastKillMs > RANDOM_KILL_INTERVAL_MS) {
      lastKillMs = Date.now();
      const victim = random.pick([site.provider, site.api, ...site.workers]);
      if (victim.signal('SIGKILL'))
        kills[`${victim.name} killed at random`] = (kills[`${victim.name} killed at random`] ?? 0) + 1;
      say(`${schedule.firedCount} of ${total} failpoints hit, ${traffic.orders.length} orders`);
    }
    for (const worker of site.workers) if (schedule.isSpent(worker.name) && worker.isUp) worker.signal('SIGKILL');
    await delay(POLL_MS);
  }
  return kills;
}

/** One fault after the other, each with executions of its own under way. */
async function strikeFaults({ site, traffic, random, options, say }: Phase): Promise<Record<string, number>> {
  const struck: Record<string, number> = {};
  for (const fault of FAULTS.filter(({ short }) => short === true || !options.short)) {
    const begun = fault.ahead === true ? 0 : random.between(FIRST_MOMENTS_MS / 4, FIRST_MOMENTS_MS);
    const lot = traffic.submitLot(options.executions);
    await delay(begun);
    const [times] = await Promise.all([fault.strike(site, random), lot]);
    struck[fault.name] = times;
    say(`${fault.name}: ${times}`);
    await traffic.refresh();
  }
  return struck;
}

interface Conclusion extends Omit<Phase, 'random'> {
  readonly client: ProductClient;
  readonly schedule: FailpointSchedule;
  readonly startedMs: number;
  readonly faults: Record<string, number>;
  readonly disasters: readonly DisasterReport[];
  readonly restore: RestoreReport | null;
}

async function conclude(parts: Conclusion): Promise<ChaosReport> {
  const { site, traffic, client, schedule, options, say, startedMs, faults, disasters, restore } = parts;
  const live = await verifyBesideWork(parts);
  const healedMs = Date.now();
  const left = await traffic.settle(SETTLE_LIMIT_MS);
  const settleMs = Date.now() - healedMs;
  say(`healed; ${left.length} orders have not ended after ${(settleMs / 1000).toFixed(1)} s`);
  const retried = await traffic.retryFailed();
  await traffic.settle(SETTLE_LIMIT_MS);
  const { rpcUrl, deployment } = site.site;
  const ledger = await readChain(rpcUrl, deployment);
  const verdict = await judge(traffic, ledger, client);
  const disagreements = [...live, ...(await verify(site, traffic, ledger))];
  return {
    ...{ seed: options.seed, queue: options.queue, faults, disasters, retried },
    ...{ settleMs, verdict, restore, disagreements },
    settled: left.length === 0,
    failpoints: Object.fromEntries(schedule.fired),
    elapsedMs: Date.now() - startedMs,
    deaths: Object.fromEntries([site.api, site.provider, ...site.workers].map(({ name, deaths }) => [name, deaths])),
    missed: schedule.leftCount,
  };
}

/** It must find as little while executions are under way as afterwards. */
async function verifyBesideWork({ site, traffic, options }: Conclusion): Promise<string[]> {
  const { rpcUrl, deployment } = site.site;
  const lots = Promise.all([traffic.submitLot(options.executions), traffic.submitLot(options.executions)]);
  const [found] = await Promise.all([verify(site, traffic, await readChain(rpcUrl, deployment)), lots]);
  return found.map((line) => `${line} (while executions were under way)`);
}

/** The records judged by the program that an operator would judge them with. */
async function verify({ site }: ChaosSite, { forgotten }: Traffic, ledger: ChainLedger): Promise<string[]> {
  const refs = [...forgotten].map((intentId) => refOf(intentId));
  const expected = new Set(refs.flatMap((ref) => ledger.effectsByRef.get(ref) ?? []).map((one) => one.transactionHash));
  const findings = listAt(await runProgram('apps/ops/src/main.ts', ['verify', '--json'], site), 'findings');
  return findings
    .filter((one) => at(one, 'code') !== 'effect_unrecorded' || !expected.has(String(at(one, 'subject'))))
    .map((one) => `${String(at(one, 'code'))} ${String(at(one, 'subject'))} ${String(at(one, 'detail'))}`);
}
