import { readFileSync } from 'node:fs';
import { StartRefusedError } from './start-refused-error.js';
import { requireVersion } from './supported-versions.js';

describe('requireVersion', () => {
  it.each([
    ['PostgreSQL', 'PostgreSQL 14.22 (Debian 14.22-1) on x86_64-pc-linux-gnu', '15 to 18, and this is 14.22.'],
    ['PostgreSQL', 'PostgreSQL 9.6.24', '15 to 18, and this is 9.6.24.'],
    ['Redis', '6.2.14', '7 to 8, and this is 6.2.14.'],
    ['Node', '20.18.3', '20.19 to 24, and this is 20.18.3.'],
    ['Node', '18.20.8', '20.19 to 24, and this is 18.20.8.'],
    ['Redis', '', '7 to 8, and this is unknown.'],
  ] as const)('refuses %s %s', (program, text, message) => {
    expect(() => requireVersion(program, text)).toThrow(StartRefusedError);
    expect(() => requireVersion(program, text)).toThrow(message);
  });

  it.each([
    ['PostgreSQL', 'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu'],
    ['PostgreSQL', 'PostgreSQL 18.4'],
    ['PostgreSQL', 'PostgreSQL 19beta1'],
    ['Redis', '7.0.15'],
    ['Redis', '10.0.0'],
    ['Node', '20.19.0'],
    ['Node', '22.0.0'],
  ] as const)('accepts %s %s, also newer than the tests know', (program, text) => {
    expect(requireVersion(program, text)).toBeUndefined();
  });

  it('names the oldest Node as package.json does', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(engines.node).toBe('>=20.19');
  });
});
