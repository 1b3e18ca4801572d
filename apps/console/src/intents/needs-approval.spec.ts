import { needsApproval } from './needs-approval.js';

describe('needsApproval', () => {
  const intent = { amount: '10', approved_at: null, status: 'confirmed' } as const;

  it.each([
    ['a buy above the limit', {}, '9.99', true],
    ['a preview above the limit', { status: 'preview' }, '9.99', true],
    ['any buy above 0', { amount: '0.000001' }, '0', true],
    ['a buy at the limit', {}, '10.0', false],
    ['a wallet without a limit', {}, null, false],
    ['an action without a stake', { amount: null }, '0', false],
    ['an approved buy', { approved_at: '2026-06-01T09:00:00.000Z' }, '1', false],
    ['an executed buy', { status: 'executed' }, '1', false],
  ] as const)('of %s', (_case, fields, approvalAbove, expected) => {
    expect(needsApproval({ ...intent, ...fields }, approvalAbove)).toBe(expected);
  });
});
