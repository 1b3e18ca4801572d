import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LONG_TIMEOUT_MS } from '../../../test/support/long-timeout.js';
import { JsonRpcClient, JsonRpcError, JsonRpcUnavailableError } from './json-rpc-client.js';

interface Call {
  id: number;
  method: string;
  params: unknown[];
}

describe('JsonRpcClient', () => {
  let server: Server;
  let url: string;
  let bodies: unknown[];
  let authorization: string | undefined;
  let answer: (call: Call) => unknown;
  let statuses: number[];

  beforeEach(async () => {
    [bodies, statuses, authorization] = [[], [], undefined];
    answer = ({ id, method, params }) => ({ jsonrpc: '2.0', id, result: [method, ...params] });
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
        bodies.push(body);
        authorization = request.headers.authorization;
        const text = JSON.stringify(Array.isArray(body) ? body.map(answer).reverse() : answer(body));
        response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const open = (timeoutMs = 10_000) => new JsonRpcClient({ url: `http://${url}`, timeoutMs });

  it('sends one call as an object and concurrent calls as one batch, matched by id', async () => {
    const client = open();
    await expect(client.send('one', [1])).resolves.toEqual(['one', 1]);
    const results = await Promise.all(['a', 'b', 'c'].map((method) => client.send(method, [])));
    expect(results).toEqual([['a'], ['b'], ['c']]);
    expect(bodies).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'one', params: [1] },
      ['a', 'b', 'c'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] })),
    ]);
  });

  it('sends equal reads of a batch once, in the place of the last, and equal writes as often as they are made', async () => {
    const client = open();
    const read = () => client.send('eth_getBlockByNumber', ['latest', false]);
    const write = () => client.send('evm_mine', []);
    const expected = ['eth_getBlockByNumber', 'latest', false];
    expect(await Promise.all([read(), write(), read(), write()])).toEqual([
      expected,
      ['evm_mine'],
      expected,
      ['evm_mine'],
    ]);
    expect((bodies[0] as Call[]).map(({ method }) => method)).toEqual(['evm_mine', 'eth_getBlockByNumber', 'evm_mine']);
    await read();
    expect(bodies).toHaveLength(2);
  });

  it('splits more than 100 calls', async () => {
    const client = open();
    await Promise.all(Array.from({ length: 250 }, () => client.send('any', [])));
    expect(bodies.map((body) => (body as Call[]).length).sort()).toEqual([100, 100, 50]);
  });

  it('rejects a refused call with code, message and data, also under an HTTP error', async () => {
    statuses = [500];
    answer = ({ id }) => ({ id, error: { code: 3, message: 'execution reverted', data: '0xabcd' } });
    const refused = open().send('eth_call', []);
    await expect(refused).rejects.toBeInstanceOf(JsonRpcError);
    await expect(refused).rejects.toMatchObject({ code: 3, message: 'execution reverted', data: '0xabcd' });
  });

  it.each([
    ['an answer to another call', () => ({ id: 7, result: 1 })],
    ['neither result nor error', ({ id }: Call) => ({ id })],
    ['something else', () => 'text'],
  ])('rejects as unavailable for %s', async (_what, given) => {
    answer = given;
    await expect(open().send('any', [])).rejects.toBeInstanceOf(JsonRpcUnavailableError);
  });

  it('rejects as unavailable when nothing listens or nothing answers', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const client = new JsonRpcClient({ url: silentUrl, timeoutMs: 50 });
    const fails = async (reason: string) => {
      const sent = client.send('any', []);
      await expect(sent).rejects.toBeInstanceOf(JsonRpcUnavailableError);
      await expect(sent).rejects.toMatchObject({ reason });
    };
    await fails('timeout');
    silent.close();
    silent.closeAllConnections();
    await fails('connection');
  });

  it('names the HTTP status of a response that is not of JSON-RPC', async () => {
    answer = () => 'text';
    statuses = [502];
    await expect(open().send('any', [])).rejects.toMatchObject({ reason: 'http 502' });
    await expect(open().send('any', [])).rejects.toMatchObject({ reason: 'unreadable' });
    statuses = Array.from({ length: 100 }, () => 429);
    await expect(open(50).send('any', [])).rejects.toMatchObject({ reason: 'http 429' });
  });

  it('repeats a call that was rate limited', async () => {
    statuses = [429];
    await expect(open().send('any', [])).resolves.toEqual(['any']);
    expect(bodies).toHaveLength(2);
  });

  it('rejects as unavailable for an answer that is cut', async () => {
    const cut = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":0,');
      setImmediate(() => response.destroy());
    });
    await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve));
    const client = new JsonRpcClient({
      ...{ url: `http://127.0.0.1:${(cut.address() as AddressInfo).port}`, timeoutMs: LONG_TIMEOUT_MS },
    });
    await expect(client.send('any', [])).rejects.toBeInstanceOf(JsonRpcUnavailableError);
    cut.close();
  });

  it('rejects as unavailable for an answer of more than 32 MiB, and reads no more of it', async () => {
    const [chunk, mebibytes] = [Buffer.alloc(1024 * 1024, ' '), 128];
    let sent = 0;
    const long = createServer((_request, response) => {
      const send = (): void => {
        while (sent < mebibytes) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', send);
        }
        response.end('{"id":0,"result":1}');
      };
      send();
    });
    await new Promise<void>((resolve) => long.listen(0, '127.0.0.1', resolve));
    const client = new JsonRpcClient({
      ...{ url: `http://127.0.0.1:${(long.address() as AddressInfo).port}`, timeoutMs: LONG_TIMEOUT_MS },
    });
    await expect(client.send('any', [])).rejects.toMatchObject({ reason: 'connection' });
    expect(sent).toBeLessThan(mebibytes);
    long.close();
  });

  it('sends the credentials of the URL', async () => {
    await new JsonRpcClient({ url: `http://user:pass@${url}`, timeoutMs: LONG_TIMEOUT_MS }).send('any', []);
    expect(authorization).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
  });
});
