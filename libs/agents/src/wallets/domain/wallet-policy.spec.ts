import { ACTIONS, type Action } from '@app/common';
import {
  checkAllowedAction,
  checkPermitted,
  checkPolicy,
  checkWalletReady,
  type PolicySubject,
} from './wallet-policy.js';

const READY = {
  status: 'active',
  chain: 'CHAIN-TESTNET',
  agentWalletAddress: `0x${'a'.repeat(40)}`,
  providerWalletId: 'b',
} as const;

describe('checkWalletReady', () => {
  it.each([
    ['ready', {}, null],
    ['disabled', { status: 'disabled' as const }, 'agent_wallet_status_invalid'],
    ['disabled on another chain', { status: 'disabled' as const, chain: 'X' }, 'agent_wallet_status_invalid'],
    ['another chain, no address', { chain: 'X', agentWalletAddress: null }, 'agent_wallet_chain_invalid'],
    ['no address yet', { agentWalletAddress: null, providerWalletId: null }, 'agent_wallet_status_invalid'],
    ['an address that the provider does not hold', { providerWalletId: null }, 'agent_wallet_status_invalid'],
  ])('%s', (_case, change, code) => {
    expect(checkWalletReady({ ...READY, ...change })).toBe(code);
  });
});

describe('checkAllowedAction', () => {
  it.each(ACTIONS)('%s needs to be among the allowed', (action) => {
    expect(checkAllowedAction({ allowedActions: [action] }, action)).toBeNull();
    expect(checkAllowedAction({ allowedActions: ACTIONS.filter((other) => other !== action) }, action)).toBe(
      'agent_action_forbidden',
    );
  });
});

describe('checkPolicy', () => {
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
  ])('cap %s, %s of %s → %s', (maxTradeAmount, action, amount, code) => {
    expect(checkPolicy({ maxTradeAmount }, { action, amount })).toBe(code);
  });
});

describe('checkPermitted', () => {
  it('judges the action before the cap', () => {
    const intent: PolicySubject = { action: 'buy_yes', amount: '11' };
    expect(checkPermitted({ allowedActions: ['buy_no'], maxTradeAmount: '10' }, intent)).toBe('agent_action_forbidden');
    expect(checkPermitted({ allowedActions: ['buy_yes'], maxTradeAmount: '10' }, intent)).toBe(
      'agent_policy_violation',
    );
    expect(checkPermitted({ allowedActions: ['buy_yes'], maxTradeAmount: '11' }, intent)).toBeNull();
  });
});
