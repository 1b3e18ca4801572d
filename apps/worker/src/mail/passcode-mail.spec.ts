import { ACTION_NAMES } from '@app/common';
import { passcodeMail } from './passcode-mail.js';

const WALLET = {
  allowedActions: ['buy_yes', 'claim_payout'] as const,
  maxTradeAmount: '50',
  dailyLimit: null,
  marketLimit: null,
  openExposureLimit: null,
  approvalAbove: null,
  totalLimit: null,
  validUntil: null,
  status: 'active' as const,
  chain: 'CHAIN-TESTNET',
  frozenAt: null,
  autoClaim: false,
};

function mail(options: Partial<Parameters<typeof passcodeMail>[0]>): { lines: string[]; html: string } {
  const expiresAt = new Date('2026-01-02T03:04:05Z');
  const { text, html } = passcodeMail({
    ...{ agentId: 'agent_rain_01', passcode: '123456', expiresAt, walletUpdate: null, wallet: null },
    ...options,
  });
  return { lines: text.split('\n').filter((line) => line.startsWith('- ')), html };
}

describe('passcodeMail', () => {
  it('states that a first onboarding grants every action without a maximum', () => {
    const { lines, html } = mail({});
    expect(lines).toEqual([`- allowed actions: ${ACTION_NAMES.join(', ')}`, '- maximum stake of one buy: no maximum']);
    expect(html).toContain('<li>maximum stake of one buy: no maximum</li>');
    expect(html).toContain('123456');
  });

  it('states the terms of a first onboarding without terms until now', () => {
    const walletUpdate = { allowedActions: ['buy_yes'] as const, maxTradeAmount: '20', dailyLimit: '100' };
    expect(mail({ walletUpdate }).lines).toEqual([
      '- allowed actions: buy_yes',
      '- maximum stake of one buy: 20 USDC',
      '- maximum stake within 24 hours: 100 USDC',
    ]);
  });

  it('states the terms of an existing wallet, which an onboarding without changes keeps', () => {
    expect(mail({ wallet: WALLET }).lines).toEqual([
      '- allowed actions: buy_yes, claim_payout',
      '- maximum stake of one buy: 50 USDC',
    ]);
  });

  it('states old and new value of a change, with units', () => {
    expect(mail({ wallet: WALLET, walletUpdate: { maxTradeAmount: '100' } }).lines).toEqual([
      '- allowed actions: buy_yes, claim_payout',
      '- maximum stake of one buy: 100 USDC (until now: 50 USDC)',
    ]);
    const loosened = { maxTradeAmount: null, allowedActions: ['buy_yes', 'buy_no'] as const };
    expect(mail({ wallet: WALLET, walletUpdate: loosened }).lines).toEqual([
      '- allowed actions: buy_yes, buy_no (until now: buy_yes, claim_payout)',
      '- maximum stake of one buy: no maximum (until now: 50 USDC)',
    ]);
  });

  it('states budgets that are set or change', () => {
    const wallet = { ...WALLET, dailyLimit: '500' };
    expect(mail({ wallet, walletUpdate: { dailyLimit: '900', approvalAbove: '100' } }).lines.slice(2)).toEqual([
      '- maximum stake within 24 hours: 900 USDC (until now: 500 USDC)',
      '- your approval is needed for a stake above: 100 USDC (until now: no maximum)',
    ]);
  });

  it('states automatic claims if there are any', () => {
    expect(mail({ wallet: WALLET, walletUpdate: { autoClaim: true } }).lines.at(-1)).toBe(
      '- payouts and refunds: claimed automatically (until now: claimed by the agent)',
    );
    expect(mail({ wallet: { ...WALLET, autoClaim: true } }).lines.at(-1)).toBe(
      '- payouts and refunds: claimed automatically',
    );
  });

  it('states the end of a mandate and the limit of a life', () => {
    const wallet = { ...WALLET, validUntil: new Date('2026-12-01T10:00:00Z') };
    // A stored update has its time as a text.
    const walletUpdate = { validUntil: '2027-12-01T10:00:00.000Z', totalLimit: '5000' };
    expect(mail({ wallet, walletUpdate }).lines.slice(2)).toEqual([
      '- maximum stake over the life of the agent: 5000 USDC (until now: no maximum)',
      expect.stringMatching(/^- creates markets and buys until: .*2027.* \(until now: .*2026.*\)$/),
    ]);
    expect(mail({ wallet, walletUpdate: { validUntil: null } }).lines.at(-1)).toMatch('until: no end (until now: ');
  });

  it('states that a frozen or disabled wallet becomes active, or stays as it is', () => {
    const frozen = { ...WALLET, frozenAt: new Date() };
    expect(mail({ wallet: frozen, walletUpdate: { frozen: false } }).lines.at(-1)).toBe(
      '- wallet: active (until now: frozen, creates no market and buys nothing)',
    );
    expect(mail({ wallet: frozen }).lines.at(-1)).toBe('- wallet: frozen, creates no market and buys nothing');
    const disabled = { ...WALLET, status: 'disabled' as const };
    expect(mail({ wallet: disabled, walletUpdate: { status: 'active' } }).lines.at(-1)).toBe(
      '- wallet: active (until now: disabled, executes nothing)',
    );
  });
});
