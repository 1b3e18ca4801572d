import { Socket } from 'node:net';
import { clientNetworkOfRequest, normalizeClientAddress } from './client-address.js';

describe('normalizeClientAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('normalizes %s to %s', (ip, address) => {
    expect(normalizeClientAddress(ip)).toBe(address);
  });

  it.each(['', 'unknown', '192.0.2.1:80', '::ffff:', "'; DROP TABLE rate_limits", undefined])(
    'returns null for %j',
    (ip) => {
      expect(normalizeClientAddress(ip)).toBeNull();
    },
  );
});

describe('clientNetworkOfRequest', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:7::1', '2001:db8:0:7::'],
    ['2001:DB8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::'],
    ['fe80::1%eth0', 'fe80::'],
    ['unknown', ''],
  ])('counts %s as %j', (ip, network) => {
    expect(clientNetworkOfRequest({ ip, socket: new Socket() })).toBe(network);
  });
});
