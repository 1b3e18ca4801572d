import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '@app/common';
import { correlate } from '@app/observability';
import { ProviderHttp } from './provider-http.js';

const REQUEST_ID = 'a6a5e9d6-1c5f-4c8e-8a3f-0d6d2b7c1e55';

describe('ProviderHttp', () => {
  let server: Server;
  let http: ProviderHttp;
  const received: IncomingHttpHeaders[] = [];
  const outcomes: unknown[] = [];
  let answer: { status: number; body: string } = { status: 200, body: '{"data":{}}' };

  beforeAll(async () => {
    server = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(answer.status).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    http = new ProviderHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: new Secret('key'),
      timeoutMs: 10_000,
      calls: {
        watch: async ({ operation, work, outcomeOf, factsOf }) => {
          try {
            return await work();
          } catch (error) {
            outcomes.push([operation, outcomeOf(error), factsOf?.(error)]);
            throw error;
          }
        },
      },
    });
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const call = (): Promise<unknown> => http.call({ operation: 'probe', method: 'GET', path: '/v1' });

  it('hands the request’s id on, in the one form that the provider takes', async () => {
    await correlate({ requestId: REQUEST_ID }, call);
    await correlate({ requestId: 'my own id\u00a0' }, call);
    await call();
    expect(received.map((headers) => headers['x-request-id'])).toEqual([REQUEST_ID, undefined, undefined]);
  });

  it.each([
    [429, '{}', 'limited', { httpStatus: 429, providerCode: null }],
    [400, '{"code":2,"message":"theirs"}', 'refused', { httpStatus: 400, providerCode: 2 }],
    [404, '{"code":156003}', 'refused', null],
    [503, 'gone', 'failed', { httpStatus: 503, providerCode: null }],
    [200, '{"da', 'no_answer', { reason: 'unreadable' }],
  ])('counts %d %s as %s, and says %j to operators', async (status, body, outcome, facts) => {
    answer = { status, body };
    await expect(call()).rejects.toThrow();
    expect(outcomes.at(-1)).toEqual(['probe', outcome, facts]);
  });

  it('says of what never came whether it was time or the line', async () => {
    answer = { status: 200, body: '' };
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const seen: unknown[] = [];
    const ask = (timeoutMs: number): Promise<unknown> =>
      new ProviderHttp({
        baseUrl,
        apiKey: new Secret('key'),
        timeoutMs,
        calls: {
          watch: ({ work, outcomeOf, factsOf }) =>
            work().catch((error: unknown) => {
              seen.push(outcomeOf(error), factsOf?.(error));
              throw error;
            }),
        },
      }).call({ operation: 'probe', method: 'GET', path: '/v1' });
    await expect(ask(50)).rejects.toThrow();
    silent.close();
    silent.closeAllConnections();
    await expect(ask(10_000)).rejects.toThrow();
    expect(seen).toEqual(['timeout', { reason: 'timeout' }, 'no_answer', { reason: 'connection' }]);
  });
});
