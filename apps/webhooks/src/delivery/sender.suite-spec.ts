import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { request } from 'node:http';
import { TestReceiver } from '../../../../test/webhooks/test-receiver.js';
import { LONG_TIMEOUT_MS } from '../../../../test/support/long-timeout.js';
import { ForbiddenAddressError, publicLookup } from './public-lookup.js';
import { Sender } from './sender.js';

const NEVER = new AbortController().signal;
const REQUEST = { body: '{}', headers: { 'content-type': 'application/json', 'webhook-id': 'event_1' } };

/** A name server that answers each query for an IPv4 address with the next address of its list, and then the last one. */
class TestNameServer {
  queries = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly addresses: string[],
  ) {}

  static async open(addresses: readonly string[]): Promise<TestNameServer> {
    const socket = createSocket('udp4');
    const server = new TestNameServer(socket, [...addresses]);
    socket.on('message', (query, { port, address }) => socket.send(server.answer(query), port, address));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return server;
  }

  resolver(): Resolver {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${this.socket.address().port}`]);
    return resolver;
  }

  close(): void {
    this.socket.close();
  }

  /** DNS, RFC 1035: the question is repeated, and an A record follows, or none for other types. */
  private answer(query: Buffer): Buffer {
    const nameEnd = query.indexOf(0, 12);
    const question = query.subarray(12, nameEnd + 5);
    const isA = query.readUInt16BE(nameEnd + 1) === 1;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(isA ? 1 : 0, 6);
    header.writeUInt16BE(0, 10);
    if (!isA) return Buffer.concat([header, question]);
    this.queries += 1;
    const address = this.addresses.length > 1 ? this.addresses.shift() : this.addresses[0];
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
    return Buffer.concat([header, question, record, Buffer.from((address ?? '').split('.').map(Number))]);
  }
}

describe('the sender of webhooks', () => {
  let receiver: TestReceiver;
  const local = new Sender({ timeoutMs: LONG_TIMEOUT_MS, allowsPrivate: true, lookup: null });

  beforeEach(async () => {
    receiver = await TestReceiver.open();
  });
  afterEach(() => receiver.close());

  it('posts the request as it is', async () => {
    expect(await local.send(receiver.url, REQUEST, NEVER)).toEqual({ kind: 'delivered', responseStatus: 204 });
    expect(receiver.received).toEqual([
      { path: '/hook', headers: expect.objectContaining(REQUEST.headers), body: '{}' },
    ]);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %d', async (status) => {
    const target = await TestReceiver.open();
    receiver.answerWith(status, { location: target.url });
    const outcome = await local.send(receiver.url, REQUEST, NEVER);
    expect(outcome).toEqual({ kind: 'failed', reason: 'response_status', responseStatus: status });
    expect(target.received).toEqual([]);
    await target.close();
  });

  it('ends the webhook at a 410', async () => {
    receiver.answerWith(410);
    expect(await local.send(receiver.url, REQUEST, NEVER)).toEqual({ kind: 'ended', responseStatus: 410 });
  });

  it('fails when the receiver switches protocols', async () => {
    receiver.answer = (_received, response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    };
    const outcome = await local.send(receiver.url, REQUEST, NEVER);
    expect(outcome).toEqual({ kind: 'failed', reason: 'connection_failed', responseStatus: null });
  });

  it('fails with the time of a receiver that does not answer, and of one that sends headers forever', async () => {
    const impatient = new Sender({ timeoutMs: 300, allowsPrivate: true, lookup: null });
    receiver.answer = () => undefined;
    const timeout = { kind: 'failed', reason: 'timeout', responseStatus: null };
    expect(await impatient.send(receiver.url, REQUEST, NEVER)).toEqual(timeout);
    receiver.answer = (_received, response) => {
      const timer = setInterval(() => response.writeProcessing(), 50);
      response.on('close', () => clearInterval(timer));
    };
    expect(await impatient.send(receiver.url, REQUEST, NEVER)).toEqual(timeout);
  });

  it('closes the connection of a response beyond 64 KiB', async () => {
    let sentBytes = 0;
    const closed = new Promise<void>((resolve) => {
      receiver.answer = (_received, response) => {
        response.on('close', resolve);
        const chunk = Buffer.alloc(64 * 1024);
        const write = (): void => {
          sentBytes += chunk.length;
          if (response.write(chunk)) setImmediate(write);
          else response.once('drain', write);
        };
        response.writeHead(200);
        write();
      };
    });
    expect(await local.send(receiver.url, REQUEST, NEVER)).toMatchObject({ kind: 'delivered' });
    await closed;
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  it('ends a request when the process shuts down', async () => {
    const stop = new AbortController();
    receiver.answer = () => stop.abort();
    expect(await local.send(receiver.url, REQUEST, stop.signal)).toEqual({ kind: 'aborted' });
  });

  it('fails for a receiver that is away', async () => {
    const { url } = receiver;
    await receiver.close();
    const outcome = await local.send(url, REQUEST, NEVER);
    expect(outcome).toEqual({ kind: 'failed', reason: 'connection_failed', responseStatus: null });
    receiver = await TestReceiver.open();
  });

  it.each(['http://127.0.0.1:1/', 'https://127.0.0.1/', 'https://[::1]/', 'https://a.example:444/'])(
    'refuses %s, which an older version may have stored',
    async (url) => {
      const strict = new Sender({ timeoutMs: LONG_TIMEOUT_MS, allowsPrivate: false, lookup: publicLookup() });
      const outcome = await strict.send(url, REQUEST, NEVER);
      expect(outcome).toEqual({ kind: 'failed', reason: 'address_forbidden', responseStatus: null });
    },
  );

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'])(
    'refuses a name that resolves to %s',
    async (address) => {
      const names = await TestNameServer.open([address]);
      const strict = new Sender({
        timeoutMs: LONG_TIMEOUT_MS,
        allowsPrivate: false,
        lookup: publicLookup(names.resolver()),
      });
      const outcome = await strict.send('https://hooks.example.com/', REQUEST, NEVER);
      expect(outcome).toEqual({ kind: 'failed', reason: 'address_forbidden', responseStatus: null });
      names.close();
    },
  );

  it('checks the addresses of a name for each connection, and refuses a name that was rebound', async () => {
    const names = await TestNameServer.open(['93.184.216.34', '127.0.0.1']);
    const lookup = publicLookup(names.resolver());
    const checked = await new Promise((resolve, reject) => {
      lookup('hooks.example.com', { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    });
    expect(checked).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(names.queries).toBe(1);
    // The port is the receiver's, so that a connection to the second answer would succeed.
    const rebound = new Promise((resolve) => {
      request({ host: 'hooks.example.com', port: receiver.port, lookup }, () => resolve('connected'))
        .on('error', resolve)
        .end();
    });
    expect(await rebound).toBeInstanceOf(ForbiddenAddressError);
    expect(names.queries).toBe(2);
    expect(receiver.received).toEqual([]);
    names.close();
  });
});
