import { isLoopbackHost, parseHostName, refuseOpenAddress } from './open-address.js';
import { SettingsError } from './read-settings.js';

const OPEN = { API_HOST: '0.0.0.0', AUTH_MODE: 'off', AUTH_MODE_OFF_ON_PUBLIC_ADDRESS: false } as const;

describe('isLoopbackHost', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', '0:0:0:0:0:0:0:1', 'localhost', 'LOCALHOST', 'api.localhost'])(
    'accepts %s',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', 'localhost.evil.example', '::ffff:10.0.0.1', ''])(
    'refuses %s',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});

describe('parseHostName', () => {
  it.each([
    ['LocalHost:3000', 'localhost'],
    ['[::1]:3000', '[::1]'],
    ['127.0.0.1:', '127.0.0.1'],
    ['api.example.com', 'api.example.com'],
  ])('of %s is %s', (header, name) => expect(parseHostName(header)).toBe(name));
});

describe('refuseOpenAddress', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1', 'api.example.com'])('refuses AUTH_MODE=off on %s', (API_HOST) => {
    const start = () => refuseOpenAddress({ ...OPEN, API_HOST });
    expect(start).toThrow(SettingsError);
    expect(start).toThrow(/AUTH_MODE must be api_key.*AUTH_MODE_OFF_ON_PUBLIC_ADDRESS=true/);
  });

  it.each([
    ['keys', { AUTH_MODE: 'api_key' }],
    ['a loopback address', { API_HOST: '127.0.0.1' }],
    ['the explicit exception', { AUTH_MODE_OFF_ON_PUBLIC_ADDRESS: true }],
  ] as const)('accepts %s', (_what, settings) => {
    expect(() => refuseOpenAddress({ ...OPEN, ...settings })).not.toThrow();
  });
});
