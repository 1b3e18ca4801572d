import { ACTION_NAMES, type Action, type AppError } from '@app/common';
import {
  checkAllowedAction,
  checkPermitted,
  checkMaxTradeAmount,
  checkNotFrozen,
  checkValid,
  checkWalletReady,
  type PolicySubject,
} from './wallet-policy.js';

const READY = {
  status: 'active',
  chain: 'CHAIN-TESTNET',
  agentWalletAddress: `0x${'a'.repeat(40)}`,
  providerWalletId: 'b',
} as const;

const codeOf = (rejection: AppError | null): string | null => rejection?.code ?? null;

describe('checkWalletReady', () => {
  it.each([
    ['ready', {}, null],
    ['disabled', { status: 'disabled' as const }, 'agent_wallet_status_invalid'],
    ['disabled on another chain', { status: 'disabled' as const, chain: 'X' }, 'agent_wallet_status_invalid'],
    ['another chain, no address', { chain: 'X', agentWalletAddress: null }, 'agent_wallet_chain_invalid'],
    ['no address yet', { agentWalletAddress: null, providerWalletId: null }, 'agent_wallet_status_invalid'],
    ['an address unknown to the provider', { providerWalletId: null }, 'agent_wallet_status_invalid'],
  ])('%s', (_case, change, code) => {
    expect(codeOf(checkWalletReady({ ...READY, ...change }))).toBe(code);
  });

  it('distinguishes a wallet being created from an address of another holder', () => {
    const pending = { ...READY, agentWalletAddress: null, providerWalletId: null };
    expect(checkWalletReady(pending)?.message).toMatch('has not created the wallet yet');
    expect(checkWalletReady({ ...READY, providerWalletId: null })?.message).toMatch('does not hold this wallet');
  });
});

describe('checkAllowedAction', () => {
  it.each(ACTION_NAMES)('%s must be allowed', (action) => {
    expect(checkAllowedAction({ allowedActions: [action] }, action)).toBeNull();
    const others = ACTION_NAMES.filter((other) => other !== action);
    expect(checkAllowedAction({ allowedActions: others }, action)).toMatchObject({
      code: 'agent_action_forbidden',
      message: `The wallet allows ${others.join(', ')}, and not ${action}.`,
    });
  });
});

describe('checkNotFrozen', () => {
  it.each(ACTION_NAMES)('%s on a frozen wallet', (action) => {
    const refused = ['create_market', 'buy_yes', 'buy_no'].includes(action);
    expect(codeOf(checkNotFrozen({ frozenAt: new Date(0) }, action))).toBe(refused ? 'agent_wallet_frozen' : null);
    expect(checkNotFrozen({ frozenAt: null }, action)).toBeNull();
  });
});

describe('checkValid', () => {
  const wallet = { allowedActions: [], maxTradeAmount: null, frozenAt: null, validUntil: '2026-01-01T00:00:00.000Z' };

  it.each(ACTION_NAMES)('%s after the end of the mandate', (action) => {
    const refused = ['create_market', 'buy_yes', 'buy_no'].includes(action);
    const rejection = checkValid({ ...wallet, isExpired: true }, action);
    expect(codeOf(rejection)).toBe(refused ? 'agent_policy_violation' : null);
    const budget = { scope: 'agent', rule: 'valid_until', limit: '2026-01-01T00:00:00.000Z', headroom: null };
    if (refused) expect(rejection?.extra).toMatchObject({ budget });
    expect(checkValid({ ...wallet, isExpired: false }, action)).toBeNull();
    expect(checkValid({ ...wallet, validUntil: null, isExpired: false }, action)).toBeNull();
  });
});

describe('checkMaxTradeAmount', () => {
  it.each<[string | null, Action, string | null, string | null]>([
    [null, 'buy_yes', '999999999', null],
    ['10', 'buy_yes', '10', null],
    ['10', 'buy_no', '9.999999', null],
    ['10', 'buy_yes', '10.000001', 'agent_policy_violation'],
    ['9', 'buy_no', '10', 'agent_policy_violation'],
    ['100.000000000000000001', 'buy_yes', '100.000000000000000002', 'agent_policy_violation'],
    ['0', 'buy_yes', '0.000001', 'agent_policy_violation'],
    ['10', 'buy_yes', null, 'agent_policy_violation'],
    ['0', 'claim_payout', null, null],
    ['0', 'create_market', null, null],
  ])('maximum %s, %s of %s → %s', (maxTradeAmount, action, amount, code) => {
    expect(codeOf(checkMaxTradeAmount({ maxTradeAmount }, { action, amount }))).toBe(code);
  });
});

describe('checkPermitted', () => {
  it('checks the action before the maximum', () => {
    const intent: PolicySubject = { action: 'buy_yes', amount: '11' };
    const check = (allowed: Action, maxTradeAmount: string): string | null =>
      codeOf(checkPermitted({ allowedActions: [allowed], maxTradeAmount, frozenAt: null, validUntil: null }, intent));
    expect(check('buy_no', '10')).toBe('agent_action_forbidden');
    expect(check('buy_yes', '10')).toBe('agent_policy_violation');
    expect(check('buy_yes', '11')).toBeNull();
  });
});
