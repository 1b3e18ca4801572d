import { expect } from '@jest/globals';
import { expectEnvelope, rawSender } from '../support/raw-requests.js';
import { connect, exchange, type RawResponse, readResponses } from '../support/raw-socket.js';
import type { Product } from '../support/product.js';

/** Malformed, oversized and stalled requests, over a plain socket. */
export function rawHttp(product: Product): void {
  const { client: api } = product;
  describe('raw HTTP', () => {
    const send = rawSender(product);

    describe('400 bad_request', () => {
      it.each([
        ['no HTTP at all', ['GARBAGE', '', '']],
        ['an unknown method', ['BREW /markets HTTP/1.1', 'Host: localhost', '', '']],
        ['an unknown version', ['GET /health HTTP/9.9', 'Host: localhost', '', '']],
        ['two Hosts', ['GET /health HTTP/1.1', 'Host: localhost', 'Host: localhost', '', '']],
        ['a header without a colon', ['GET /health HTTP/1.1', 'Host: localhost', 'nonsense', '', '']],
        ['a control character in a header', ['GET /health HTTP/1.1', 'Host: localhost', 'X-A: a\u0001b', '', '']],
        [
          'two lengths',
          ['POST /markets HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Content-Length: 3', '', '{}'],
        ],
        [
          'a length and chunks',
          ['POST /markets HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Transfer-Encoding: chunked', '', '{}'],
        ],
        ['a length that is no number', ['POST /markets HTTP/1.1', 'Host: localhost', 'Content-Length: x', '', '{}']],
        [
          'a chunk size that is no number',
          ['POST /markets HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', '', 'zz', '{}', ''],
        ],
        ['a space in the path', ['GET /hea lth HTTP/1.1', 'Host: localhost', '', '']],
        ['no Host', ['GET /health HTTP/1.1', '', '']],
      ])('refuses %s', async (_what, lines) => {
        expectEnvelope(await send(...lines), 400, 'bad_request');
      });

      it('echoes a request id that precedes the malformed part', async () => {
        const { headers } = await send('GET /health HTTP/1.1', 'X-Request-ID: mine', 'nonsense', '', '');
        expect(headers['x-request-id']).toBe('mine');
      });

      it('does not answer with the id of an earlier request on the connection', async () => {
        const first = `POST /markets HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: first\r\nContent-Length: 2\r\n\r\n{}`;
        const socket = connect(api.baseUrl);
        socket.write(first);
        expect((await readResponses(socket, 1))[0]?.headers['x-request-id']).toBe('first');
        socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: second\r\nnonsense\r\n\r\n');
        const [response] = await readResponses(socket, 1);
        expect(response).toMatchObject({ status: 400, headers: { 'x-request-id': 'second' } });
        socket.destroy();
      });

      it('answers a target that the router cannot parse', async () => {
        const response = await send('GET http:///health HTTP/1.1', 'Host: localhost', '', '');
        expectEnvelope(response, 400, 'bad_request');
        expect(response.headers).toMatchObject({ 'content-length': expect.any(String), vary: 'Origin' });
      });
    });

    describe('431 headers_too_large', () => {
      it.each([
        ['a header', ['GET /health HTTP/1.1', 'Host: localhost', `X-Big: ${'a'.repeat(20_000)}`, '', '']],
        ['a URL', [`GET /markets?q=${'a'.repeat(20_000)} HTTP/1.1`, 'Host: localhost', '', '']],
        [
          'a flood',
          ['GET /health HTTP/1.1', 'Host: localhost', ...Array.from({ length: 60_000 }, (_, i) => `X-${i}: a`), '', ''],
        ],
      ])('refuses %s of more than 16 KiB', async (_what, lines) => {
        expectEnvelope(await send(...lines), 431, 'headers_too_large');
      });
    });

    describe('408 request_timeout', () => {
      it('refuses headers that stall, and bodies that stall or drip', async () => {
        const head = `POST /markets HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: slow\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
        const [headers, stalled, dripping] = await Promise.all([
          exchange(api.baseUrl, 'POST /markets HTTP/1.1\r\nHost: localhost\r\n'),
          exchange(api.baseUrl, `${head}{`),
          drip(api.baseUrl, head),
        ]);
        for (const response of [headers, stalled, dripping]) expectEnvelope(response, 408, 'request_timeout');
        expect([stalled.headers['x-request-id'], dripping.headers['x-request-id']]).toEqual(['slow', 'slow']);
      });
    });

    it('answers other clients while 1,000 sockets stall', async () => {
      const sockets = Array.from({ length: 1_000 }, () => connect(api.baseUrl));
      await Promise.all(
        sockets.map((socket) => {
          socket.on('error', () => undefined);
          return new Promise((resolve) =>
            socket.write('POST /markets HTTP/1.1\r\nHost: localhost\r\nContent-Le', resolve),
          );
        }),
      );
      for (let index = 0; index < 20; index += 1) {
        expect(await send('GET /readyz HTTP/1.1', 'Host: localhost', '', '')).toMatchObject({ status: 200 });
      }
      sockets.forEach((socket) => socket.destroy());
    });
  });
}

/** Sends a byte every 300 ms until the server answers. */
async function drip(url: string, head: string): Promise<RawResponse> {
  const socket = connect(url);
  socket.write(head);
  const timer = setInterval(() => socket.write(' '), 300);
  const [response] = await readResponses(socket, 1);
  clearInterval(timer);
  socket.destroy();
  if (response === undefined) throw new Error('the connection closed without a response');
  return response;
}
