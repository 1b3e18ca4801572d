import { approvalMail } from './approval-mail.js';

const INTENT = {
  id: 'agent_intent_5d41402abc4b4a76b9719d911017c592',
  agentId: 'agent_rain_01',
  action: 'buy_yes',
  amount: '250.5',
  marketContractAddress: `0x${'ab'.repeat(20)}`,
  minMultiple: '1.5',
} as const;

describe('approvalMail', () => {
  const expiresAt = new Date('2026-01-02T03:04:05Z');

  it('states the trade, the passcode and that it approves only this trade', () => {
    const { subject, text, html } = approvalMail({ passcode: '123456', expiresAt, intent: INTENT });
    expect(subject).toBe('Approve a trade of agent_rain_01?');
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- action: buy_yes',
      '- stake: 250.5 USDC',
      expect.stringMatching(/^- market contract: 0x(ab){20}$/i),
      '- minimum payout for each unit staked: 1.5',
    ]);
    expect(text).toContain('Your passcode is 123456. The passcode approves only this trade.');
    expect(text).toContain('It is valid until 2026-01-02 03:04 UTC.');
    expect(html).toContain('<li>stake: 250.5 USDC</li>');
    expect(html).toContain('123456');
  });
});
