import { type CallFacts, MeasuredCalls } from './call-watch.js';
import { Logger } from '../logger.js';
import { NO_TRACER } from '../tracing/tracer.js';
import { Metrics } from './metrics.js';

describe('MeasuredCalls', () => {
  it('counts and times what it watches, and passes on what comes of it', async () => {
    const metrics = Metrics.on();
    const calls = new MeasuredCalls('provider', {
      metrics,
      tracer: NO_TRACER,
      log: Logger.create({ app: 'test', level: 'silent', format: 'json' }),
    });
    const failure = new Error('no');
    const operation = 'submit_transaction';
    const watched = (work: () => Promise<string>) => calls.watch({ operation, work, outcomeOf: () => 'limited' });
    await expect(watched(() => Promise.resolve('taken'))).resolves.toBe('taken');
    await expect(watched(() => Promise.reject(failure))).rejects.toBe(failure);
    const text = await metrics.text();
    expect(text).toContain('presage_provider_calls_total{operation="submit_transaction",outcome="ok"} 1');
    expect(text).toContain('presage_provider_calls_total{operation="submit_transaction",outcome="limited"} 1');
    expect(text).toContain('presage_provider_call_seconds_count{operation="submit_transaction"} 2');
  });

  it('logs a failure that is news, with its facts and without its words, whoever it was for', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = { warn: (line: Record<string, unknown>) => lines.push(line), debug: () => undefined };
    const calls = new MeasuredCalls('provider', {
      metrics: Metrics.off(),
      tracer: NO_TRACER,
      log: log as unknown as Logger,
    });
    const fail = (facts: CallFacts | null): Promise<never> =>
      calls.watch({
        operation: 'probe',
        work: () => Promise.reject(new Error('words of theirs')),
        outcomeOf: () => 'refused',
        factsOf: () => facts,
      });
    await expect(fail({ httpStatus: 401, providerCode: 3 })).rejects.toThrow();
    await expect(fail(null)).rejects.toThrow();
    expect(lines).toEqual([
      {
        event: 'provider.call_failed',
        operation: 'probe',
        outcome: 'refused',
        durationMs: expect.any(Number),
        httpStatus: 401,
        providerCode: 3,
      },
    ]);
  });
});
