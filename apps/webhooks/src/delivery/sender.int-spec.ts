import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { request } from 'node:http';
import type { LookupFunction } from 'node:net';
import { TestReceiver } from '../../../../test/webhooks/test-receiver.js';
import { LONG_TIMEOUT_MS } from '../../../../test/support/long-timeout.js';
import { ForbiddenAddressError, publicLookup } from './public-lookup.js';
import { Sender } from './sender.js';

const NEVER = new AbortController().signal;
const REQUEST = { body: '{}', headers: { 'content-type': 'application/json', 'webhook-id': 'event_1' } };

const A = 1;
const AAAA = 28;

/**
 * A name server that answers each query for IPv4 addresses with the next answer of its list, and then the last one. Queries
 * for IPv6 addresses get the same answer each time.
 */
class TestNameServer {
  queries = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly v4: (readonly string[])[],
    private readonly v6: readonly string[],
  ) {}

  static async open(v4: readonly (readonly string[])[], v6: readonly string[] = []): Promise<TestNameServer> {
    const socket = createSocket('udp4');
    const server = new TestNameServer(socket, [...v4], v6);
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

  /** DNS, RFC 1035: the question is repeated, and records of the type follow. */
  private answer(query: Buffer): Buffer {
    const nameEnd = query.indexOf(0, 12);
    const question = query.subarray(12, nameEnd + 5);
    const type = query.readUInt16BE(nameEnd + 1);
    if (type === A) this.queries += 1;
    const addresses = type === A ? (this.v4.length > 1 ? this.v4.shift() : this.v4[0]) : type === AAAA ? this.v6 : [];
    const records = (addresses ?? []).map((address) => {
      const data = parseBytes(address);
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
    });
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt16BE(0, 10);
    return Buffer.concat([header, question, ...records]);
  }
}

/** Bytes of an IPv4 address, or of an IPv6 address in its long form. */
function parseBytes(address: string): number[] {
  if (address.includes('.')) return address.split('.').map(Number);
  return address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
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

  it('reads 64 KiB of a response and no further byte', async () => {
    const MAX_BYTES = 64 * 1024;
    const respond = (bytes: number, ends: boolean): Promise<boolean> =>
      new Promise((resolve) => {
        receiver.answer = (_received, response) => {
          response.on('close', () => resolve(response.writableFinished));
          response.writeHead(200);
          response.write(Buffer.alloc(bytes));
          if (ends) response.end();
        };
      });
    const whole = respond(MAX_BYTES, true);
    expect(await local.send(receiver.url, REQUEST, NEVER)).toMatchObject({ kind: 'delivered' });
    expect(await whole).toBe(true);
    const longer = respond(MAX_BYTES + 1, false);
    expect(await local.send(receiver.url, REQUEST, NEVER)).toMatchObject({ kind: 'delivered' });
    expect(await longer).toBe(false);
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
    'refuses %s, which a row may have',
    async (url) => {
      const strict = new Sender({ timeoutMs: LONG_TIMEOUT_MS, allowsPrivate: false, lookup: publicLookup() });
      const outcome = await strict.send(url, REQUEST, NEVER);
      expect(outcome).toEqual({ kind: 'failed', reason: 'address_forbidden', responseStatus: null });
    },
  );

  const [PUBLIC_V4, PUBLIC_V6] = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];
  const LOOPBACK_V6 = '0:0:0:0:0:0:0:1';

  it.each([
    ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'].map((v4) => [[v4], []]),
    ...[LOOPBACK_V6, 'fc00:0:0:0:0:0:0:1', 'fe80:0:0:0:0:0:0:1', '0:0:0:0:0:ffff:7f00:1'].map((v6) => [[], [v6]]),
    [[PUBLIC_V4, '10.0.0.1'], []],
    [[], [PUBLIC_V6, 'fd00:ec2:0:0:0:0:0:254']],
    [[PUBLIC_V4], [LOOPBACK_V6]],
    [['127.0.0.1'], [PUBLIC_V6]],
    [[PUBLIC_V4], [PUBLIC_V6, LOOPBACK_V6]],
  ])('refuses a name that resolves to %j and %j', async (v4, v6) => {
    const names = await TestNameServer.open([v4], v6);
    const strict = new Sender({
      timeoutMs: LONG_TIMEOUT_MS,
      allowsPrivate: false,
      lookup: publicLookup(names.resolver()),
    });
    const outcome = await strict.send('https://hooks.example.com/', REQUEST, NEVER);
    expect(outcome).toEqual({ kind: 'failed', reason: 'address_forbidden', responseStatus: null });
    names.close();
  });

  it('resolves a name to all of its public addresses', async () => {
    const names = await TestNameServer.open([[PUBLIC_V4]], [PUBLIC_V6]);
    expect(await resolveAddresses(publicLookup(names.resolver()))).toEqual([
      { address: PUBLIC_V4, family: 4 },
      { address: PUBLIC_V6, family: 6 },
    ]);
    names.close();
  });

  const resolveAddresses = (lookup: LookupFunction): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lookup('hooks.example.com', { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    });

  it('checks the addresses of a name for each connection, and refuses a name that was rebound', async () => {
    const names = await TestNameServer.open([[PUBLIC_V4], ['127.0.0.1']]);
    const lookup = publicLookup(names.resolver());
    expect(await resolveAddresses(lookup)).toEqual([{ address: PUBLIC_V4, family: 4 }]);
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
