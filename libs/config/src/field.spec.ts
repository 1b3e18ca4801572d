import { randomBytes } from 'node:crypto';
import { BLOCKED_PORTS } from './blocked-ports.js';
import { key, optional, optionalCertificates, optionalPort, port, postgresUrl } from './field.js';

describe('key', () => {
  const field = key({ doc: 'a key' });

  it.each(['hex', 'base64', 'base64url'] as const)('accepts 32 bytes in %s', (encoding) => {
    const text = randomBytes(32).toString(encoding);
    expect(field.parse(text).reveal()).toBe(text);
  });

  it.each([
    '32 random bytes or more',
    'local-passcode-key',
    randomBytes(31).toString('hex'),
    randomBytes(33).toString('hex'),
    randomBytes(24).toString('base64'),
    'x'.repeat(64),
  ])('refuses %s', (text) => {
    expect(() => field.parse(text)).toThrow('must be 32 bytes in hex or base64');
  });
});

describe('optionalCertificates', () => {
  const field = optionalCertificates({ doc: 'authorities' });
  const pem = '-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----';

  it('accepts PEM, and refuses the path of a file', () => {
    expect(field.parse(undefined)).toBeUndefined();
    expect(field.parse(pem)?.reveal()).toBe(pem);
    expect(() => field.parse('/etc/ssl/ca.pem')).toThrow('must be certificates in PEM');
  });
});

describe('postgresUrl', () => {
  const field = postgresUrl({ doc: 'a database' });

  it.each([
    'postgres://presage:secret@127.0.0.1:5432/presage',
    'postgresql://presage@db/presage?sslmode=verify-full',
    'postgres:///presage?host=/var/run/postgresql',
  ])('accepts %s', (text) => {
    expect(field.parse(text).reveal()).toBe(text);
  });

  it.each(['presage', 'db:5432/presage', 'http://db/presage', 'postgres://presage:pa#ss@db:5432/presage'])(
    'refuses %s, which the driver reads as another host',
    (text) => {
      expect(() => field.parse(text)).toThrow(/^must be a URL such as postgres:/);
      expect(() => optional(postgresUrl({ doc: 'a database' })).parse(text)).toThrow(/^must be a URL such as/);
    },
  );

  it('may be absent where it is optional', () => {
    expect(optional(postgresUrl({ doc: 'a database' })).parse(undefined)).toBeUndefined();
  });
});

describe('port', () => {
  it.each([...BLOCKED_PORTS])('refuses %s, which fetch does not call', async (number) => {
    expect(() => port({ default: 4000, doc: 'a port' }).parse(String(number))).toThrow(
      'is one of the ports that browsers',
    );
    expect(() => optionalPort({ doc: 'a port' }).parse(String(number))).toThrow('is one of the ports that browsers');
    // Refused without a connection.
    await expect(fetch(`http://127.0.0.1:${number}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  });

  it.each([0, 80, 4000, 6001, 9464, 65_535])('accepts %s', (number) => {
    expect(port({ default: 4000, doc: 'a port' }).parse(String(number))).toBe(number);
  });
});
