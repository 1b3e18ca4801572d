import { setTimeout as delay } from 'node:timers/promises';
import { at, listAt, parseJson } from '../../support/json.js';
import type { ChaosStack } from './chaos-stack.js';
import type { ChaosProcess } from './chaos-process.js';
import { type Fault, FIRE_TIMEOUT_MS, POLL_INTERVAL_MS } from './fault.js';

const BREAKER_TIMEOUT_MS = 120_000;

const SUBMIT = 'createContractExecution';
/** Faults that apply to resends. The others apply to first sends only. */
const ON_RESEND = /forget-key/;

const SHORT_PROVIDER_FAULTS: ReadonlySet<string> = new Set([
  ...['drop', 'status-after:500', 'crash:broadcast', 'denied'],
  ...['wrong-hash:stranger', 'wrong-hash:self-transfer', 'failed-while-pending:INTERNAL_ERROR;hold:2500'],
]);

/** Faults that the local wallet provider injects by itself. */
export const PROVIDER_FAULTS: readonly Fault[] = [
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
    custody: 'provider',
    inject: async (stack) => {
      const provider = providerOf(stack);
      const deaths = provider.deaths;
      const match = { operation, ...(operation === SUBMIT && !ON_RESEND.test(fault) && { isRepeat: 'false' }) };
      await control(stack, 'POST', { match, fault, times });
      const fired = await untilFired(stack, times);
      await provider.untilUp();
      await control(stack, 'DELETE');
      await untilProviderUsable(stack);
      return provider.deaths > deaths ? provider.deaths - deaths : fired;
    },
  };
}

/** Delays the provider's answers to first sends and resends. @returns a function that heals it */
export async function delayAnswers(stack: ChaosStack, delayMs: number): Promise<() => Promise<unknown>> {
  await control(stack, 'POST', { match: { operation: SUBMIT }, fault: `delay-answer:${delayMs}`, times: 4 });
  await untilFired(stack, 1);
  return () => control(stack, 'DELETE');
}

/** Waits until the fault fired `times` times or killed the provider. @returns how often it fired before the timeout */
async function untilFired(stack: ChaosStack, times: number): Promise<number> {
  const until = Date.now() + FIRE_TIMEOUT_MS;
  const provider = providerOf(stack);
  for (;;) {
    const fired = provider.isUp ? await firedByRules(stack) : times;
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

async function control(stack: ChaosStack, method: string, body?: object): Promise<unknown> {
  const provider = providerOf(stack);
  const url = `http://127.0.0.1:${stack.config.providerPort}/control/faults`;
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

function providerOf({ provider }: ChaosStack): ChaosProcess {
  if (provider === null) throw new Error('this run has no wallet provider');
  return provider;
}
