import { expect } from '@jest/globals';
import { newMarket } from '../support/bodies.js';
import { connect, exchange, exchangeMany, type RawResponse, readResponses } from '../support/raw-socket.js';
import { UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

const JSON_TYPE = 'Content-Type: application/json';

/** Requests that client libraries do not send, over a plain socket. */
export function rawHttp({ client: api }: Product): void {
  describe('raw HTTP', () => {
    const send = (...lines: string[]): Promise<RawResponse> => exchange(api.baseUrl, lines.join('\r\n'));
    const market = JSON.stringify(newMarket());

    function expectEnvelope({ status, headers, body }: RawResponse, expectedStatus: number, code: string): void {
      expect({ status, code: body?.error.code }).toEqual({ status: expectedStatus, code });
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['x-request-id']).toMatch(/^[\x20-\x7e]{1,200}$/);
    }

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

    describe('unusual valid requests', () => {
      it('reads a chunked body', async () => {
        const chunk = `${market.length.toString(16)}\r\n${market}\r\n0\r\n\r\n`;
        expect(
          await send('POST /markets HTTP/1.1', 'Host: localhost', JSON_TYPE, 'Transfer-Encoding: chunked', '', chunk),
        ).toMatchObject({
          status: 201,
        });
      });

      it('refuses a chunked body once it is too large', async () => {
        const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
        const response = await send(
          'POST /markets HTTP/1.1',
          'Host: localhost',
          JSON_TYPE,
          'Transfer-Encoding: chunked',
          '',
          chunk + chunk,
        );
        expectEnvelope(response, 413, 'payload_too_large');
      });

      it('refuses a declared length that is too large before reading the body', async () => {
        const response = await send(
          'POST /markets HTTP/1.1',
          'Host: localhost',
          JSON_TYPE,
          'Content-Length: 99999999',
          '',
          '',
        );
        expectEnvelope(response, 413, 'payload_too_large');
      });

      it('treats an empty body of any content type as absent', async () => {
        const response = await send(
          'POST /markets HTTP/1.1',
          'Host: localhost',
          'Content-Type: text/plain',
          'Content-Length: 0',
          '',
          '',
        );
        expectEnvelope(response, 400, 'invalid_json');
      });

      it('ignores a body on GET', async () => {
        expect(await send('GET /health HTTP/1.1', 'Host: localhost', 'Content-Length: 2', '', '{}')).toMatchObject({
          status: 200,
        });
      });

      it('answers HTTP/1.0', async () => {
        expect(await send('GET /health HTTP/1.0', '', '')).toMatchObject({
          status: 200,
          headers: { connection: 'close' },
        });
      });

      it('answers a client that closed its side, then closes', async () => {
        const socket = connect(api.baseUrl);
        socket.end('GET /markets HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');
        const responses = await readResponses(socket, 3); // until the server closes
        expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      });

      it('answers an absolute request target', async () => {
        expect(await send('GET http://example.com/health HTTP/1.1', 'Host: localhost', '', '')).toMatchObject({
          status: 200,
        });
      });

      it('refuses an invalid request target', async () => {
        expectEnvelope(await send('GET *health HTTP/1.1', 'Host: localhost', '', ''), 404, 'not_found');
        expectEnvelope(await send('OPTIONS * HTTP/1.1', 'Host: localhost', '', ''), 404, 'not_found');
      });

      it('refuses CONNECT', async () => {
        expectEnvelope(
          await send('CONNECT example.com:443 HTTP/1.1', 'Host: localhost', '', ''),
          405,
          'method_not_allowed',
        );
      });

      it('does not upgrade', async () => {
        const response = await send(
          'GET /health HTTP/1.1',
          'Host: localhost',
          'Connection: Upgrade',
          'Upgrade: websocket',
          '',
          '',
        );
        expect(response).toMatchObject({ status: 200 });
      });

      it.each(['100-continue', '200-ok'])('answers Expect: %s', async (expectation) => {
        const head = [
          'POST /markets HTTP/1.1',
          'Host: localhost',
          JSON_TYPE,
          `Expect: ${expectation}`,
          `Content-Length: ${market.length}`,
        ];
        expect(await send(...head, '', market)).toMatchObject({ status: 201 });
      });

      it('answers pipelined requests in order, invalid ones included', async () => {
        const request = (path: string): string =>
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: ${path}\r\n\r\n`;
        const responses = await exchangeMany(
          api.baseUrl,
          4,
          ['/health', '/%ff', `/markets/${UNKNOWN_ID}`, '/readyz'].map(request).join(''),
        );
        expect(responses.map(({ status, headers }) => [status, headers['x-request-id']])).toEqual([
          [200, '/health'],
          [404, '/%ff'],
          [404, `/markets/${UNKNOWN_ID}`],
          [200, '/readyz'],
        ]);
      });

      it.each([
        'Accept: image/png',
        'Accept-Version: 9',
        'Content-Type: ;;;',
        'Cookie: a=b',
        'X-HTTP-Method-Override: DELETE',
        'Range: bytes=0-1',
        'If-None-Match: *',
        'Origin: :::',
        'Forwarded: for=x',
      ])('ignores %s', async (header) => {
        expect(await send('GET /health HTTP/1.1', 'Host: localhost', header, '', '')).toMatchObject({
          status: 200,
          body: { status: 'ok' },
        });
      });

      it('reads a request id header in any case and replaces one with other bytes', async () => {
        expect(
          (await send('GET /health HTTP/1.1', 'Host: localhost', 'x-REQUEST-id:   mine  ', '', '')).headers[
            'x-request-id'
          ],
        ).toBe('mine');
        const odd = await send('GET /health HTTP/1.1', 'Host: localhost', 'X-Request-ID: \u00ff', '', '');
        expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
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
