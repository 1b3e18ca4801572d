import { jest } from '@jest/globals';
import type { Action } from '@app/common';
import { METRIC_CATALOGUE, type Metrics } from '@app/observability';
import type { Execution, Step } from '../domain/lane-work.js';
import { reportArmed, reportTransition } from './report-transition.js';
import { REPORTED_FAILURES } from '../domain/failure-reason.js';
import { failed, type Transition } from '../domain/transition.js';
import type { StepContext } from './step-context.js';

const ACCEPTED_MS = 1_000_000;
const ACTION: Action = 'buy_yes';

function step(fields: Partial<Step> = {}): Step {
  const times = { armedAtMs: null, lastSentAtMs: null, updatedAtMs: ACCEPTED_MS, hashes: [] };
  return { kind: 'main', status: 'planned', ...times, ...fields } as Step;
}

function execution(steps: Step[]): Execution {
  return {
    id: 'execution',
    createdAtMs: ACCEPTED_MS,
    intent: { action: ACTION, agentId: 'agent_rain_01' },
    steps,
  } as unknown as Execution;
}

describe('reportTransition', () => {
  let measured: unknown[][];
  let logged: string[];
  const metrics = {
    observe: (_name: string, { stage }: { stage: string }, seconds: number) => measured.push([stage, seconds * 1000]),
    count: (name: string, labels: object) => measured.push([name, labels]),
  } as unknown as Metrics;
  const log = {
    info: ({ event, action, agentId, reason = '' }: Record<string, string>) =>
      logged.push(`info ${event} ${action} ${agentId} ${reason}`),
    debug: ({ event }: { event: string }) => logged.push(`debug ${event}`),
  };
  const reporters = { metrics, log: log as never };

  beforeEach(() => {
    [measured, logged] = [[], []];
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  /** A context read `sinceMs` after acceptance. */
  function read(sinceMs: number, one: Step, steps = [one]): StepContext {
    const context = {
      nowMs: ACCEPTED_MS + sinceMs,
      readAtMs: performance.now(),
      execution: execution(steps),
      step: one,
    };
    return context as StepContext;
  }

  function report(context: StepContext, transition: Omit<Transition, 'event'>): void {
    reportTransition(reporters, context, { event: 'step.any', ...transition });
  }

  it('measures every stage on the database’s clock', () => {
    let context = read(40, step());
    jest.advanceTimersByTime(10);
    reportArmed(reporters, context);
    const armedAtMs = ACCEPTED_MS + 50;
    context = { ...context, step: step({ status: 'armed', armedAtMs, lastSentAtMs: armedAtMs }) };
    jest.advanceTimersByTime(100);
    report(context, { step: { to: 'sent' } });
    const sent = step({ status: 'sent', armedAtMs, lastSentAtMs: armedAtMs });
    context = read(350, sent);
    report(context, { step: { transactionHash: '0x1' } });
    jest.advanceTimersByTime(700);
    context = { ...context, step: { ...sent, hashes: ['0x1'] } };
    report(context, { step: { to: 'mined', transactionHash: '0x1', blockNumber: 7 } });
    context = read(1_100, step({ ...sent, status: 'mined', updatedAtMs: ACCEPTED_MS + 1_050 }));
    report(context, { step: { to: 'done', blockNumber: 7 }, execution: { to: 'executed' } });
    expect(measured).toEqual([
      ['queued', 50],
      ['submitted', 100],
      ['broadcast', 300],
      ['mined', 1_000],
      ['confirmed', 50],
      ['total', 1_100],
      ['presage_executions_ended_total', { action: ACTION, outcome: 'executed' }],
    ]);
  });

  it('measures a step that one write completes as mined and confirmed', () => {
    const sent = step({ status: 'sent', armedAtMs: ACCEPTED_MS, lastSentAtMs: ACCEPTED_MS });
    report(read(700, sent), { step: { to: 'done', transactionHash: '0x1', blockNumber: 7 } });
    expect(measured).toEqual([
      ['broadcast', 700],
      ['mined', 700],
      ['confirmed', 0],
    ]);
  });

  it('measures no stage of the chain for an approval that the allowance proves', () => {
    report(read(700, step({ status: 'sent' })), { step: { to: 'done' } });
    expect(measured).toEqual([]);
  });

  it('measures the queued stage only at the first step of a buy', () => {
    const main = step();
    reportArmed(reporters, read(40, main, [step({ kind: 'approve', status: 'done' }), main]));
    expect(measured).toEqual([]);
  });

  it('counts unknown outcomes and failures', () => {
    const context = read(5, step({ status: 'armed' }));
    report(context, { step: { to: 'unknown' }, execution: { to: 'unknown' } });
    report(context, { step: { to: 'failed' }, execution: { to: 'failed' } });
    expect(measured).toEqual([
      ['presage_executions_became_unknown_total', { action: ACTION }],
      ['total', 5],
      ['presage_executions_ended_total', { action: ACTION, outcome: 'failed' }],
      ['presage_executions_failed_total', { reason: 'other' }],
    ]);
  });

  it('counts each failure under the reason that the API reports, which the metric lists', () => {
    report(read(5, step()), failed('insufficient_token'));
    report(read(5, step()), failed('gave_up_before_sending'));
    const reasons = measured.filter(([name]) => name === 'presage_executions_failed_total').map(([, labels]) => labels);
    expect(reasons).toEqual([{ reason: 'insufficient_balance' }, { reason: 'chain_unavailable' }]);
    const known: readonly string[] = METRIC_CATALOGUE.presage_executions_failed_total.labels.reason;
    expect([...known].sort()).toEqual([...REPORTED_FAILURES].sort());
  });

  it('never measures a negative time', () => {
    report(read(-3, step({ status: 'mined', updatedAtMs: ACCEPTED_MS })), { step: { to: 'done', blockNumber: 7 } });
    expect(measured).toEqual([['confirmed', 0]]);
  });

  it('logs events of the execution with agent and reason as info, and of steps as debug', () => {
    const context = read(0, step());
    reportTransition(reporters, context, { event: 'execution.executed' });
    reportTransition(reporters, context, { event: 'step.sent' });
    reportTransition(reporters, context, failed('insufficient_gas'));
    expect(logged).toEqual([
      'info execution.executed buy_yes agent_rain_01 ',
      'debug step.sent',
      'info execution.failed buy_yes agent_rain_01 insufficient_gas',
    ]);
  });
});
