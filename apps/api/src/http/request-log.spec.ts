import type { FastifyReply, FastifyRequest } from 'fastify';
import { Logger, Metrics } from '@app/observability';
import { rememberCode } from './errors/answered-codes.js';
import { RequestLog } from './request-log.js';

describe('RequestLog', () => {
  it('counts what failed inside the service by code, and the 502 of a failed execution as a request only', async () => {
    const metrics = Metrics.on();
    const log = new RequestLog(Logger.create({ app: 'test', level: 'silent', format: 'json' }), metrics);
    const answer = (statusCode: number, code: Parameters<typeof rememberCode>[1] | null): void => {
      const request = { method: 'POST', id: 'one', is404: false, routeOptions: { url: '/agent/actions' } };
      const reply = { statusCode, elapsedTime: 1, getHeader: () => undefined };
      if (code !== null) rememberCode(request as unknown as FastifyRequest, code);
      log.write(request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    };
    answer(502, 'agent_execution_failed');
    answer(503, 'overloaded');
    answer(500, 'agent_portfolio_get_failed');
    answer(500, null);
    const text = await metrics.text();
    const failures = [...text.matchAll(/^presage_http_failures_total\{code="(\w+)"\} ([1-9])$/gm)];
    expect(failures.map(([, code, count]) => `${code} ${count}`).sort()).toEqual([
      'agent_portfolio_get_failed 1',
      'internal_error 1',
    ]);
    expect(text).toContain('presage_http_requests_total{method="POST",route="/agent/actions",status="502"} 1');
  });
});
