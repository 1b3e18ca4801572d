import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, createServer as createListener } from 'node:net';
import { networkInterfaces } from 'node:os';
import { listenOnIpv6Loopback } from './listen-on-ipv6-loopback.js';

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

describe('listenOnIpv6Loopback', () => {
  let server: Server;
  let port: number;

  beforeEach(async () => {
    server = createServer((_request, response) => response.end('hello'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** The text that the address answers, or null when nothing listens there. */
  async function read(host: string): Promise<string | null> {
    const response = await fetch(`http://${host}:${port}/`).catch(() => null);
    return response?.text() ?? null;
  }

  it('answers on [::1] where there is IPv6, until it is closed', async () => {
    expect(await read('[::1]')).toBeNull();
    const close = await listenOnIpv6Loopback(server);
    expect(await read('[::1]')).toBe(hasIpv6 ? 'hello' : null);
    expect(await read('127.0.0.1')).toBe('hello');
    close();
    server.closeAllConnections(); // those of [::1] as well: fetch keeps one open
    expect(await read('[::1]')).toBeNull();
    expect(await read('127.0.0.1')).toBe('hello');
  });

  it('stops with the server', async () => {
    await listenOnIpv6Loopback(server);
    server.close();
    await once(server, 'close');
    expect(await read('[::1]')).toBeNull();
  });

  it('goes without where [::1] cannot be used', async () => {
    const other = createListener();
    other.on('error', () => undefined).listen(port, '::1');
    await Promise.race([once(other, 'listening'), once(other, 'error')]);
    const close = await listenOnIpv6Loopback(server);
    close();
    expect(await read('127.0.0.1')).toBe('hello');
    other.close();
  });

  it('keeps to the address of a server that listens elsewhere', async () => {
    server.close();
    await once(server.listen(port, '127.0.0.2'), 'listening');
    await listenOnIpv6Loopback(server);
    const socket = connect(port, '::1');
    await expect(once(socket, 'connect')).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL/);
  });
});
