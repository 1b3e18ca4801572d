import { setTimeout as delay } from 'node:timers/promises';
import type { TestRun } from '../../../test/support/stack/test-run.js';
import { ApiClient } from '../../support/api-client.js';
import { at, listAt } from '../../support/json.js';
import { Random } from '../../support/random.js';
import { readChain } from './chain-ledger.js';
import { type ChaosStack, listProcesses, openChaosStack } from './chaos-stack.js';
import { checkOrders, findFailedWithEffect } from './check-orders.js';
import { FailpointSchedule } from './failpoint-schedule.js';
import { selectFaults } from './faults.js';
import { FollowedLogs } from './follow-logs.js';
import { FollowedWebhooks } from './follow-webhooks.js';
import { hitFailpoints } from './hit-failpoints.js';
import type { ChaosOptions } from './options.js';
import { repeatOutages } from './repeat-outages.js';
import type { ChaosReport } from './report.js';
import { restoreBackup } from './restore-backup.js';
import { sendWithRetries } from './retrying-send.js';
import { runOps } from './run-ops.js';
import { MARKETS, Traffic } from './traffic.js';

/** Maximum time between the submission of a batch and a fault. */
const MAX_FAULT_DELAY_MS = 400;
const SETTLE_TIMEOUT_MS = 300_000;
const WATCH_INTERVAL_MS = 250;
/** Time between batches during a long fault. */
const PAUSE_MS = 10_000;

type Log = (line: string) => void;

interface ChaosRun {
  readonly stack: ChaosStack;
  readonly client: ApiClient;
  readonly traffic: Traffic;
  readonly schedule: FailpointSchedule;
  readonly options: ChaosOptions;
  readonly log: Log;
}

/** Injects every fault into the running product, heals it, and checks every order against the chain. */
export async function runChaos(options: ChaosOptions, run: TestRun, log: Log): Promise<ChaosReport> {
  const startedMs = Date.now();
  const random = new Random(options.seed);
  const schedule = new FailpointSchedule({ ...options, random: random.fork() });
  const stack = await openChaosStack({ ...options, run, schedule });
  let followed: FollowedLogs | null = null;
  try {
    const client = new ApiClient(sendWithRetries(`http://127.0.0.1:${stack.config.apiPort}`));
    const traffic = new Traffic({ stack, client, random: random.fork() });
    const webhooks = await FollowedWebhooks.start(stack, client);
    await traffic.open(options.wallets);
    log(
      `the product runs: ${options.wallets} wallets, queue on ${options.queue}, pooler ${options.pooler}, custody ${options.custody}`,
    );
    followed = await FollowedLogs.start(stack, MARKETS);
    const chaos: ChaosRun = { stack, client, traffic, schedule, options, log };
    const kills = await hitFailpoints({ ...chaos, random: random.fork() });
    const faults = { ...kills, ...(await injectFaults(chaos, random.fork())) };
    const outages = await repeatOutages({ stack, traffic, random: random.fork() }, options);
    for (const { name, times, maxHealMs } of outages) log(`${name} ${times} times, healed within ${maxHealMs} ms`);
    const logs = await followed.finish();
    const deliveries = await webhooks.finish();
    const restore = options.short ? null : await restoreBackup(chaos, options.executions);
    const outcome = await checkOutcome(chaos);
    const elapsedMs = Date.now() - startedMs;
    return {
      ...outcome,
      seed: options.seed,
      queue: options.queue,
      pooler: options.pooler,
      custody: options.custody,
      faults,
      outages,
      logs,
      deliveries,
      restore,
      elapsedMs,
    };
  } finally {
    await followed?.stop();
    await stack.stop();
  }
}

/** Injects one fault after the other, each with a new batch of executions. */
async function injectFaults(
  { stack, traffic, options, log }: ChaosRun,
  random: Random,
): Promise<Record<string, number>> {
  const fired: Record<string, number> = {};
  for (const fault of selectFaults(options)) {
    const delayMs = fault.ahead === true ? 0 : random.between(MAX_FAULT_DELAY_MS / 4, MAX_FAULT_DELAY_MS);
    const batch = [traffic.submitBatch(options.executions)];
    if (options.burst > 0) batch.push(traffic.submitBatch(options.burst, { isBurst: true }));
    const watch = setInterval(() => void traffic.refresh(), WATCH_INTERVAL_MS);
    await delay(delayMs);
    let isOver = fault.isLong !== true;
    const injected = fault.inject(stack, random).finally(() => (isOver = true));
    const submitted = (async () => {
      await Promise.all(batch);
      while (!isOver) await Promise.all([traffic.submitBatch(options.executions), delay(PAUSE_MS)]);
    })();
    const [times] = await Promise.all([injected, submitted]);
    clearInterval(watch);
    fired[fault.name] = times;
    log(`${fault.name}: ${times}`);
    await traffic.refresh();
  }
  return fired;
}

type Outcome = Omit<
  ChaosReport,
  'seed' | 'queue' | 'pooler' | 'custody' | 'faults' | 'outages' | 'logs' | 'deliveries' | 'restore' | 'elapsedMs'
>;

async function checkOutcome(chaos: ChaosRun): Promise<Outcome> {
  const { stack, traffic, client, schedule, log } = chaos;
  const duringTraffic = await verifyDuringTraffic(chaos);
  const healedMs = Date.now();
  const unsettled = await traffic.settle(SETTLE_TIMEOUT_MS);
  const settleMs = Date.now() - healedMs;
  log(`healed; ${unsettled.length} orders have not ended after ${(settleMs / 1000).toFixed(1)} s`);
  const { rpcUrl, deployment } = stack.config;
  const failed = await traffic.listFailed();
  log(`failed before the retries: ${JSON.stringify(await traffic.countFailures())}`);
  // Before the retries, because a retry of an intent that took effect finds the effect and is executed.
  const failedWithEffect = findFailedWithEffect(failed, await readChain(rpcUrl, deployment));
  for (const intentId of failed) await traffic.retry(intentId);
  await traffic.settle(SETTLE_TIMEOUT_MS);
  const ledger = await readChain(rpcUrl, deployment);
  const outcome = await checkOrders(traffic, ledger, client);
  const processes = listProcesses(stack);
  return {
    outcome: { ...outcome, misreported: [...failedWithEffect, ...outcome.misreported] },
    disagreements: [...duringTraffic, ...(await verify(chaos))],
    mostInFlight: traffic.mostInFlight,
    ...{ retried: failed.length, settleMs, settled: unsettled.length === 0, missed: schedule.leftCount },
    failpoints: Object.fromEntries(schedule.fired),
    deaths: Object.fromEntries(processes.map(({ name, deaths }) => [name, deaths])),
  };
}

/** Verifies while executions are in progress, which must not produce findings either. */
async function verifyDuringTraffic(chaos: ChaosRun): Promise<string[]> {
  const { traffic, options } = chaos;
  const batches = Promise.all([traffic.submitBatch(options.executions), traffic.submitBatch(options.executions)]);
  const [findings] = await Promise.all([verify(chaos), batches]);
  return findings.map((line) => `${line} (while executions were in progress)`);
}

async function verify({ stack }: ChaosRun): Promise<string[]> {
  return listAt(await runOps(['verify'], stack.config), 'findings').map(
    (one) => `${String(at(one, 'code'))} ${String(at(one, 'subject'))} ${String(at(one, 'detail'))}`,
  );
}
