import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpHttpServer } from '../../../tools/support/mcp-http-server.js';
import { McpClient } from '../support/mcp-client.js';
import type { Product } from '../support/product.js';

export function mcpOverHttp(product: Product): void {
  describe('the MCP server over HTTP', () => {
    let server: McpHttpServer;

    beforeAll(async () => {
      server = await McpHttpServer.start(product.stack.api.url);
    });

    afterAll(() => server?.stop());

    it.each([
      ['a foreign Host', { host: 'presage.attacker.example' }, 403],
      ['a foreign Origin', { origin: 'https://attacker.example' }, 403],
      ['a page of this machine', { origin: 'http://localhost:3000' }, 200],
    ])('answers a request with %s as it should', async (_case, headers, status) => {
      expect(await readStatus(server.url, headers)).toBe(status);
    });

    it('says what it serves at another path', async () => {
      const answer = await fetch(new URL('/markets', server.url));
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    });

    it('passes the bearer key of each request on, and keeps none', async () => {
      const keys: (string | undefined)[] = [];
      const service = createServer((received, response) => {
        keys.push(received.headers.authorization);
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"error":{"code":"api_key_invalid","message":"A valid API key is required."}}');
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      const passing = await McpHttpServer.start(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
      const requests: Record<string, string>[] = [{ authorization: 'Bearer presage_one' }, {}];
      for (const headers of requests) {
        const client = await McpClient.overHttp(passing.url, headers);
        expect(await client.refusal('get_market', { market: 'one' })).toMatch(/^api_key_invalid: /);
        await client.end();
      }
      await passing.stop();
      await new Promise((resolve) => service.close(resolve));
      expect(keys).toEqual(['Bearer presage_one', undefined]);
    });
  });
}

/** Posts an initialisation with these headers. `fetch` does not send a Host header of the caller. */
function readStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.once('error', reject).end(body);
  });
}
