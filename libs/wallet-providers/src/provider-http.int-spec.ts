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
  const outcomes: string[] = [];
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
        watch: async ({ operation, work, outcomeOf }) => {
          try {
            return await work();
          } catch (error) {
            outcomes.push(`${operation} ${outcomeOf(error)}`);
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
    [429, '{}', 'limited'],
    [400, '{"code":2}', 'refused'],
    [503, 'gone', 'failed'],
    [200, '{"da', 'no_answer'],
  ])('counts %d %s as %s', async (status, body, outcome) => {
    answer = { status, body };
    await expect(call()).rejects.toThrow();
    expect(outcomes.at(-1)).toBe(`probe ${outcome}`);
  });
});
