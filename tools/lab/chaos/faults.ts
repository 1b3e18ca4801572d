import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../support/random.js';
import type { TcpProxy } from '../../support/tcp-proxy.js';
import { CHAIN_FAULTS } from './chain-faults.js';
import type { ChaosStack, CustodyKind, PoolerKind } from './chaos-stack.js';
import { type Fault, FIRE_TIMEOUT_MS, POLL_INTERVAL_MS } from './fault.js';
import { delayAnswers, PROVIDER_FAULTS } from './provider-faults.js';
import { SLOW_COMMITS } from './slow-commits.js';

/** Longer than a lane's lease. */
const LEASE_EXPIRY_MS = 3_000;
const OUTAGE_MS = 1_500;
const ANSWER_DELAY_MS = 900;

export const FAULTS: readonly Fault[] = [
  ...PROVIDER_FAULTS,
  ...CHAIN_FAULTS,
  ...(['worker', 'api', 'provider'] as const).map((which) => killAtRandom(which)),
  { name: 'queue wiped', short: true, inject: (stack) => once(stack.queue.wipe()) },
  { name: 'queue restarted', inject: (stack) => once(stack.queue.restart()) },
  { name: 'PostgreSQL crashed and restarted', short: true, inject: (stack) => once(stack.postgres.crashAndRestart()) },
  { name: 'pooler killed and restarted', short: true, hasPooler: true, inject: restartPooler },
  ...(['database', 'provider', 'chain'] as const).flatMap((target) => [
    connectionFault(target, 'cut', cutWhenUsed),
    connectionFault(target, 'delayed', async (proxy) => {
      proxy.slowDown(300);
      await delay(OUTAGE_MS);
      return 1;
    }),
    connectionFault(target, 'black-holed', async (proxy) => {
      proxy.blackHole();
      await delay(LEASE_EXPIRY_MS);
      return 1;
    }),
  ]),
  ...SLOW_COMMITS,
  { name: 'lease stolen during a call', short: true, ahead: true, inject: stealLeases },
  { name: 'worker stopped past its lease and continued', short: true, inject: stopAndContinue },
];

interface Selection {
  readonly faults: readonly string[] | null;
  readonly short: boolean;
  readonly custody: CustodyKind;
  readonly pooler: PoolerKind;
}

export function selectFaults({ faults, short, custody, pooler }: Selection): readonly Fault[] {
  const possible = FAULTS.filter(
    (fault) =>
      (fault.custody === undefined || fault.custody === custody) && (fault.hasPooler !== true || pooler !== 'none'),
  );
  if (faults !== null) return possible.filter(({ name }) => faults.some((text) => name.includes(text)));
  return possible.filter((fault) => fault.short === true || !short);
}

function killAtRandom(which: 'worker' | 'api' | 'provider'): Fault {
  return {
    name: `${which} killed at a random moment`,
    ...(which === 'provider' && { custody: 'provider' }),
    inject: async (stack, random) => {
      const target = which === 'worker' ? random.pick(stack.workers) : stack[which];
      if (target === null) return 0;
      await delay(random.between(0, 500));
      const isRunning = target.signal('SIGKILL');
      await delay(200);
      await target.untilUp();
      return isRunning ? 1 : 0;
    },
  };
}

function connectionFault(
  target: keyof ChaosStack['proxies'],
  how: string,
  work: (proxy: TcpProxy) => Promise<number>,
): Fault {
  return {
    name: `worker ↔ ${target} ${how}`,
    short: target !== 'database' && how === 'cut',
    ...(target === 'provider' && { custody: 'provider' }),
    inject: async (stack) => {
      const proxy = stack.proxies[target];
      try {
        return await work(proxy);
      } finally {
        proxy.heal();
      }
    },
  };
}

/** Cuts the connections, waiting for one to be open. */
async function cutWhenUsed(proxy: TcpProxy): Promise<number> {
  const until = Date.now() + FIRE_TIMEOUT_MS;
  let count = 0;
  while (count === 0 && Date.now() < until) {
    count = proxy.cut();
    await delay(POLL_INTERVAL_MS / 10);
  }
  return count;
}

/** Delays answers to sends, and passes the lanes to another lease holder meanwhile. */
async function stealLeases(stack: ChaosStack): Promise<number> {
  const heal = stack.provider === null ? delayChain(stack) : await delayAnswers(stack, ANSWER_DELAY_MS);
  await delay(100);
  const stolen = await stealHeldLeases(stack);
  await delay(ANSWER_DELAY_MS - 100);
  await heal();
  return stolen;
}

function delayChain({ proxies }: ChaosStack): () => Promise<unknown> {
  proxies.chain.slowDown(ANSWER_DELAY_MS);
  return () => Promise.resolve(proxies.chain.heal());
}

async function stealHeldLeases({ postgres }: ChaosStack): Promise<number> {
  const until = Date.now() + FIRE_TIMEOUT_MS;
  for (;;) {
    const stolen = await postgres.query(
      `UPDATE lanes SET fence = fence + 1, lease_until = NULL, wake_at = now()
       WHERE id IN (SELECT id FROM lanes WHERE lease_until > now() FOR UPDATE SKIP LOCKED) RETURNING id`,
    );
    if (stolen.length > 0 || Date.now() > until) return stolen.length;
    await delay(POLL_INTERVAL_MS);
  }
}

async function restartPooler({ pooler }: ChaosStack): Promise<number> {
  if (pooler === null) return 0;
  return once(pooler.restart());
}

async function stopAndContinue(stack: ChaosStack, random: Random): Promise<number> {
  const worker = random.pick(stack.workers);
  const isRunning = worker.signal('SIGSTOP');
  await delay(LEASE_EXPIRY_MS);
  worker.signal('SIGCONT');
  return isRunning ? 1 : 0;
}

async function once(work: Promise<void>): Promise<number> {
  await work;
  return 1;
}
