import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosStack } from './chaos-stack.js';
import { at, listAt, parseJson } from '../support/json.js';
import type { Random } from '../support/random.js';
import type { TcpProxy } from '../support/tcp-proxy.js';

/** Longer than a lane's lease. */
const LEASE_EXPIRY_MS = 3_000;
const OUTAGE_MS = 1_500;
const FIRE_TIMEOUT_MS = 4_000;
const BREAKER_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;

const SUBMIT = 'createContractExecution';
/** Faults that apply to resends. The others apply to first sends only. */
const ON_RESEND = /forget-key/;

/** Provider faults of the short run. */
const SHORT_PROVIDER_FAULTS: ReadonlySet<string> = new Set(['drop', 'status-after:500', 'crash:broadcast', 'denied']);

export interface Fault {
  readonly name: string;
  /** Part of the short run. */
  readonly short?: boolean;
  /** Injected before the executions are submitted, not while they run. */
  readonly ahead?: boolean;
  /** Injects the fault and heals it. @returns how often it fired */
  inject(stack: ChaosStack, random: Random): Promise<number>;
}

/** All faults besides the failpoints. */
export const FAULTS: readonly Fault[] = [
  ...[
    ...['drop', 'reset', 'truncate', 'delay:1500', 'delay-answer:1500', 'rate-limit:1', 'status:500', 'status:503'],
    ...['status-after:500', 'status-after:429', 'status:401', 'denied', 'cancelled', 'failed:INTERNAL_ERROR'],
    ...['failed:INSUFFICIENT_NATIVE_TOKEN', 'failed:ESTIMATION_ERROR', 'failed:FAILED_REORG', 'revert'],
    ...['denied-after-broadcast', 'cancelled-after-broadcast', 'failed-after-broadcast:FAILED_ON_CHAIN', 'stuck'],
    ...['wrong-hash:stranger', 'wrong-hash:stranger-reverted;hold:2500', 'wrong-hash:self-transfer'],
    ...['wrong-hash:bundler', 'failed-while-pending:INTERNAL_ERROR;hold:2500'],
    ...['hold:2500', 'skip-estimation', 'leak:planted', 'crash:accepted', 'crash:signed', 'crash:broadcast'],
  ].map((fault) => onSubmit(fault)),
  onRead('show-state:PENDING_RISK_SCREENING'),
  onRead('show-state:STUCK'),
  onRead('forget-transaction'),
  { ...onSubmit('drop;forget-key'), name: 'provider: drop, then forget the key' },
  ...(['worker', 'api', 'provider'] as const).map((which) => killAtRandom(which)),
  { name: 'queue wiped', short: true, inject: (stack) => once(stack.queue.wipe()) },
  { name: 'queue restarted', inject: (stack) => once(stack.queue.restart()) },
  { name: 'PostgreSQL crashed and restarted', short: true, inject: (stack) => once(stack.postgres.crashAndRestart()) },
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
  { name: 'lease stolen during a call', short: true, ahead: true, inject: stealLeases },
  { name: 'worker stopped past its lease and continued', short: true, inject: stopAndContinue },
];

interface Selection {
  readonly faults: readonly string[] | null;
  readonly short: boolean;
}

/** Returns the faults of a run. */
export function selectFaults({ faults, short }: Selection): readonly Fault[] {
  if (faults !== null) return FAULTS.filter(({ name }) => faults.some((text) => name.includes(text)));
  return FAULTS.filter((fault) => fault.short === true || !short);
}

function onSubmit(fault: string): Fault {
  return providerFault(fault, SUBMIT, 3);
}

function onRead(fault: string): Fault {
  return providerFault(fault, 'getTransaction', 4);
}

function providerFault(fault: string, operation: string, times: number): Fault {
  return {
    name: `provider: ${fault}`,
    short: SHORT_PROVIDER_FAULTS.has(fault),
    ahead: true,
    inject: async (stack) => {
      const deaths = stack.provider.deaths;
      const match = { operation, ...(operation === SUBMIT && !ON_RESEND.test(fault) && { isRepeat: 'false' }) };
      await control(stack, 'POST', { match, fault, times });
      const fired = await untilFired(stack, times);
      await stack.provider.untilUp();
      await control(stack, 'DELETE');
      await untilProviderUsable(stack);
      return stack.provider.deaths > deaths ? stack.provider.deaths - deaths : fired;
    },
  };
}

function killAtRandom(which: 'worker' | 'api' | 'provider'): Fault {
  return {
    name: `${which} killed at a random moment`,
    inject: async (stack, random) => {
      const target = which === 'worker' ? random.pick(stack.workers) : stack[which];
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
    short: target === 'provider' && how === 'cut',
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

/** Delays the provider's answers and passes the lanes to another lease holder meanwhile. */
async function stealLeases(stack: ChaosStack): Promise<number> {
  await control(stack, 'POST', { match: { operation: SUBMIT }, fault: 'delay-answer:900', times: 4 });
  await untilFired(stack, 1);
  await delay(100);
  const stolen = await stack.postgres.query(
    `UPDATE lanes SET fence = fence + 1, lease_until = NULL, wake_at = now()
     WHERE id IN (SELECT id FROM lanes WHERE lease_until > now() FOR UPDATE SKIP LOCKED) RETURNING id`,
  );
  await delay(800);
  await control(stack, 'DELETE');
  return stolen.length;
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

/** Waits until the fault fired `times` times or killed the provider. @returns how often it fired before the timeout */
async function untilFired(stack: ChaosStack, times: number): Promise<number> {
  const until = Date.now() + FIRE_TIMEOUT_MS;
  for (;;) {
    const fired = stack.provider.isUp ? await firedByRules(stack) : times;
    if (fired >= times || Date.now() > until) return fired;
    await delay(POLL_INTERVAL_MS);
  }
}

/** Waits for the circuit breaker to close: while it is open, no request reaches the provider and no fault fires. */
async function untilProviderUsable({ postgres }: ChaosStack): Promise<void> {
  const until = Date.now() + BREAKER_TIMEOUT_MS;
  while (Date.now() < until) {
    const open = await postgres.query('SELECT FROM provider_accounts WHERE breaker_open');
    if (open.length === 0) return;
    await delay(POLL_INTERVAL_MS);
  }
}

async function firedByRules(stack: ChaosStack): Promise<number> {
  const rules = listAt(await control(stack, 'GET'), 'rules');
  return rules.reduce<number>((sum, rule) => sum + Number(at(rule, 'fired') ?? 0), 0);
}

async function control({ config, provider }: ChaosStack, method: string, body?: object): Promise<unknown> {
  const url = `http://127.0.0.1:${config.providerPort}/control/faults`;
  const headers = { 'content-type': 'application/json' };
  for (let tries = 0; ; tries += 1) {
    await provider.untilUp();
    try {
      const response = await fetch(url, { method, ...(body && { headers, body: JSON.stringify(body) }) });
      return parseJson(await response.text());
    } catch (error) {
      if (tries >= 100) throw error;
      await delay(POLL_INTERVAL_MS); // the provider is being restarted
    }
  }
}
