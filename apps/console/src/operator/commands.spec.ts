import { formatLine, TEMPLATES } from './commands.js';

const line = (name: string, values: Record<string, string>): string | null | undefined => {
  const template = TEMPLATES.find((one) => one.name === name);
  return template && formatLine(template, values);
};

describe('formatLine', () => {
  it.each([
    ['wallets enable', { agent: ' agent_alice_01 ' }, 'wallets enable agent_alice_01'],
    ['wallets enable', {}, null],
    ['wallets rebind', { agent: 'agent_alice_01' }, null],
    ['wallets rebind', { agent: 'agent_a', email: 'o@example.com' }, 'wallets rebind agent_a --email o@example.com'],
    ['wallets rebind', { agent: 'agent_a', address: '0xab' }, 'wallets rebind agent_a --address 0xab'],
    ['wallets enable', { agent: '--help' }, null],
    ['wallets rebind', { agent: 'agent_a', email: '-x' }, null],
    ['accounts limits', { account: 'acme' }, null],
    ['accounts limits', { account: 'acme', market: 'none' }, 'accounts limits acme --market none'],
    ['accounts limits', { daily: '5' }, null],
    ['keys revoke', { key: 'x; rm -rf /' }, "keys revoke 'x; rm -rf /'"],
  ])('of %s with %j', (name, values, expected) => expect(line(name, values)).toBe(expected));
});
