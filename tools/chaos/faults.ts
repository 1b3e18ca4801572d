import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosSite } from './chaos-stack.js';
import { at, listAt, parseJson } from '../support/json.js';
import type { Random } from '../support/random.js';
import type { TcpProxy } from '../support/tcp-proxy.js';

const PAST_THE_LEASE_MS = 3_000;
const OUTAGE_MS = 1_500;
const STRIKE_LIMIT_MS = 4_000;
const BREAKER_LIMIT_MS = 120_000;
const POLL_MS = 50;

const SUBMIT = 'createContractExecution';
/** Everything else concerns what begins with a request, and nothing does with a resend that is known already. */
const ON_RESEND = /forget-key/;

/** Which of the provider's faults are in the short run, by name. */
const SHORT_PROVIDER_FAULTS: ReadonlySet<string> = new Set(['drop', 'status-after:500', 'crash:broadcast', 'denied']);

export interface Fault {
  readonly name: string;
  /** Part of the short run. */
  readonly short?: boolean;
  /** Set before the executions that it strikes, and not in the middle of them. */
  readonly ahead?: boolean;
  /** Breaks something, heals it, and answers how often it struck. */
  strike(site: ChaosSite, random: Random): Promise<number>;
}

/** Every fault besides the failpoints. */
export const FAULTS: readonly Fault[] = [
  ...[
    ...['drop', 'reset', 'truncate', 'delay:1500', 'delay-answer:1500', 'rate-limit:1', 'status:500', 'status:503'],
    ...['status-after:500', 'status-after:429', 'status:401', 'denied', 'cancelled', 'failed:INTERNAL_ERROR'],
    ...['failed:INSUFFICIENT_NATIVE_TOKEN', 'failed:ESTIMATION_ERROR', 'failed:FAILED_REORG', 'revert'],
    ...['denied-after-broadcast', 'cancelled-after-broadcast', 'failed-after-broadcast:FAILED_ON_CHAIN', 'stuck'],
    ...['hold:2500', 'skip-estimation', 'leak:planted', 'crash:accepted', 'crash:signed', 'crash:broadcast'],
  ].map((fault) => onSubmit(fault)),
  onRead('show-state:PENDING_RISK_SCREENING'),
  onRead('show-state:STUCK'),
  onRead('forget-transaction'),
  { ...onSubmit('drop;forget-key'), name: 'provider: drop, then forget the key' },
  ...(['worker', 'api', 'provider'] as const).map((which) => killAtRandom(which)),
  { name: 'queue wiped', short: true, strike: (site) => once(site.queue.wipe()) },
  { name: 'queue restarted', strike: (site) => once(site.queue.restart()) },
  { name: 'Postgres crashed and restarted', short: true, strike: (site) => once(site.postgres.crashAndRestart()) },
  ...(['database', 'provider', 'chain'] as const).flatMap((line) => [
    onLine(line, 'cut', cutWhenUsed),
    onLine(line, 'delayed', async (proxy) => {
      proxy.slowDown(300);
      await delay(OUTAGE_MS);
      return 1;
    }),
    onLine(line, 'black-holed', async (proxy) => {
      proxy.blackHole();
      await delay(PAST_THE_LEASE_MS);
      return 1;
    }),
  ]),
  { name: 'lease stolen in mid-call', short: true, ahead: true, strike: stealLeases },
  { name: 'worker stopped past its lease and continued', short: true, strike: stopAndContinue },
];

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
    strike: async (site) => {
      const deaths = site.provider.deaths;
      const match = { operation, ...(operation === SUBMIT && !ON_RESEND.test(fault) && { isRepeat: 'false' }) };
      await control(site, 'POST', { match, fault, times });
      const fired = await untilFired(site, times);
      await site.provider.untilUp();
      await control(site, 'DELETE');
      await untilProviderUsable(site);
      return site.provider.deaths > deaths ? site.provider.deaths - deaths : fired;
    },
  };
}

function killAtRandom(which: 'worker' | 'api' | 'provider'): Fault {
  return {
    name: `${which} killed at a random moment`,
    strike: async (site, random) => {
      const victim = which === 'worker' ? random.pick(site.workers) : site[which];
      await delay(random.between(0, 500));
      const struck = victim.signal('SIGKILL');
      await delay(200);
      await victim.untilUp();
      return struck ? 1 : 0;
    },
  };
}

function onLine(line: keyof ChaosSite['lines'], how: string, work: (proxy: TcpProxy) => Promise<number>): Fault {
  return {
    name: `worker ↔ ${line} ${how}`,
    short: line === 'provider' && how === 'cut',
    strike: async (site) => {
      const proxy = site.lines[line];
      try {
        return await work(proxy);
      } finally {
        proxy.heal();
      }
    },
  };
}

/** Waits a moment for a connection that can be cut. */
async function cutWhenUsed(proxy: TcpProxy): Promise<number> {
  const until = Date.now() + STRIKE_LIMIT_MS;
  let count = 0;
  while (count === 0 && Date.now() < until) {
    count = proxy.cut();
    await delay(POLL_MS / 10);
  }
  return count;
}

/** The provider takes its time; in the meantime the lanes go to somebody else. */
async function stealLeases(site: ChaosSite): Promise<number> {
  await control(site, 'POST', { match: { operation: SUBMIT }, fault: 'delay-answer:900', times: 4 });
  await untilFired(site, 1);
  await delay(100);
  const stolen = await site.postgres.query(
    `UPDATE lanes SET fence = fence + 1, lease_until = NULL, wake_at = now()
     WHERE id IN (SELECT id FROM lanes WHERE lease_until > now() FOR UPDATE SKIP LOCKED) RETURNING id`,
  );
  await delay(800);
  await control(site, 'DELETE');
  return stolen.length;
}

async function stopAndContinue(site: ChaosSite, random: Random): Promise<number> {
  const worker = random.pick(site.workers);
  const struck = worker.signal('SIGSTOP');
  await delay(PAST_THE_LEASE_MS);
  worker.signal('SIGCONT');
  return struck ? 1 : 0;
}

async function once(work: Promise<void>): Promise<number> {
  await work;
  return 1;
}

/** Until it has struck often enough, has killed the provider, or nobody comes any more. */
async function untilFired(site: ChaosSite, times: number): Promise<number> {
  const until = Date.now() + STRIKE_LIMIT_MS;
  for (;;) {
    const fired = site.provider.isUp ? await firedByRules(site) : times;
    if (fired >= times || Date.now() > until) return fired;
    await delay(POLL_MS);
  }
}

/** A provider that has refused our credentials gets no work, and so no fault of it strikes, until it takes them again. */
async function untilProviderUsable({ postgres }: ChaosSite): Promise<void> {
  const until = Date.now() + BREAKER_LIMIT_MS;
  while (Date.now() < until) {
    const open = await postgres.query('SELECT FROM provider_accounts WHERE breaker_open');
    if (open.length === 0) return;
    await delay(POLL_MS);
  }
}

async function firedByRules(site: ChaosSite): Promise<number> {
  const rules = listAt(await control(site, 'GET'), 'rules');
  return rules.reduce<number>((sum, rule) => sum + Number(at(rule, 'fired') ?? 0), 0);
}

async function control({ site, provider }: ChaosSite, method: string, body?: object): Promise<unknown> {
  const url = `http://127.0.0.1:${site.providerPort}/control/faults`;
  const headers = { 'content-type': 'application/json' };
  for (let tries = 0; ; tries += 1) {
    await provider.untilUp();
    try {
      const response = await fetch(url, { method, ...(body && { headers, body: JSON.stringify(body) }) });
      return parseJson(await response.text());
    } catch (error) {
      if (tries >= 100) throw error;
      await delay(50); // it is being killed just now
    }
  }
}
