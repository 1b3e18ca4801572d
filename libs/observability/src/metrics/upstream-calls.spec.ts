import { Writable } from 'node:stream';
import { Logger } from '../logger.js';
import { Metrics } from './metrics.js';
import { type CallDetails, UpstreamCalls } from './upstream-calls.js';

describe('UpstreamCalls', () => {
  it('counts and times calls and passes their results on', async () => {
    const metrics = Metrics.on();
    const calls = new UpstreamCalls(
      'provider',
      metrics,
      Logger.create({ app: 'test', level: 'silent', format: 'json' }),
    );
    const failure = new Error('no');
    const record = (work: () => Promise<string>) =>
      calls.record({ operation: 'submit_transaction', work, classifyError: () => 'limited' });
    await expect(record(() => Promise.resolve('taken'))).resolves.toBe('taken');
    await expect(record(() => Promise.reject(failure))).rejects.toBe(failure);
    const text = await metrics.text();
    expect(text).toContain('presage_provider_calls_total{operation="submit_transaction",outcome="ok"} 1');
    expect(text).toContain('presage_provider_calls_total{operation="submit_transaction",outcome="limited"} 1');
    expect(text).toContain('presage_provider_call_seconds_count{operation="submit_transaction"} 2');
  });

  it('warns of unexpected failures with their facts and without their message', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const log = Logger.create({ app: 'test', level: 'debug', format: 'json', destination });
    const calls = new UpstreamCalls('provider', Metrics.off(), log);
    const fail = (facts: CallDetails | null): Promise<never> =>
      calls.record({
        operation: 'probe',
        work: () => Promise.reject(new Error('upstream text')),
        classifyError: () => 'refused',
        toCallDetails: () => facts,
      });
    await expect(fail({ httpStatus: 401, providerCode: 3 })).rejects.toThrow();
    await expect(fail(null)).rejects.toThrow();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'warn',
        time: expect.any(String),
        app: 'test',
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
