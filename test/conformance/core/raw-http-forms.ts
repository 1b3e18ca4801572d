import { expect } from '@jest/globals';
import { newMarket } from '../support/bodies.js';
import { UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';
import { expectEnvelope, rawSender } from '../support/raw-requests.js';
import { connect, exchangeMany, readResponses } from '../support/raw-socket.js';

const JSON_TYPE = 'Content-Type: application/json';

/** Requests of unusual form that HTTP permits, over a plain socket. */
export function rawHttpForms(product: Product): void {
  const { client: api } = product;
  describe('raw HTTP: unusual requests', () => {
    const send = rawSender(product);
    const market = JSON.stringify(newMarket());

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
}
