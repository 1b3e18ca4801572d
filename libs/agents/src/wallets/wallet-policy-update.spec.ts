import {
  updatePolicy,
  checkLimitScales,
  isLoosening,
  isSamePolicy,
  type WalletPolicyUpdate,
  type WalletPolicy,
} from './wallet-policy-update.js';

const TERMS: WalletPolicy = {
  allowedActions: ['buy_yes', 'claim_payout'],
  maxTradeAmount: '10',
  dailyLimit: null,
  marketLimit: null,
  openExposureLimit: null,
  approvalAbove: null,
  totalLimit: null,
  validUntil: null,
  status: 'active',
  chain: 'CHAIN-TESTNET',
  frozenAt: null,
  autoClaim: false,
};

describe('updatePolicy', () => {
  it('keeps absent fields and reads a maximum of null as none', () => {
    expect(updatePolicy(TERMS, {})).toEqual(TERMS);
    expect(updatePolicy(TERMS, { maxTradeAmount: null })).toEqual({ ...TERMS, maxTradeAmount: null });
    expect(updatePolicy(TERMS, { status: 'disabled', chain: 'OTHER', allowedActions: ['buy_no'] })).toEqual({
      ...TERMS,
      allowedActions: ['buy_no'],
      status: 'disabled',
      chain: 'OTHER',
    });
  });
});

describe('checkLimitScales', () => {
  it('rejects a maximum finer than the collateral', () => {
    expect(checkLimitScales({ maxTradeAmount: '0.000001' }, 6)).toEqual([]);
    expect(checkLimitScales({ maxTradeAmount: null }, 6)).toEqual([]);
    expect(checkLimitScales({}, 6)).toEqual([]);
    expect(checkLimitScales({ maxTradeAmount: '0.0000001' }, 6)).toEqual([
      expect.stringContaining('6 fractional digits'),
    ]);
  });
});

describe('isLoosening', () => {
  const loosens = (change: WalletPolicyUpdate, from: Partial<WalletPolicy> = {}): boolean => {
    const current = { ...TERMS, ...from };
    return isLoosening(current, updatePolicy(current, change));
  };

  it.each<[string, WalletPolicyUpdate, Partial<WalletPolicy>]>([
    ['no change', {}, {}],
    ['fewer actions', { allowedActions: ['buy_yes'] }, {}],
    ['the same actions in another order', { allowedActions: ['claim_payout', 'buy_yes'] }, {}],
    ['a lower maximum', { maxTradeAmount: '9.999999' }, {}],
    ['the same maximum in another spelling', { maxTradeAmount: '10.0' }, {}],
    ['a first maximum', { maxTradeAmount: '5' }, { maxTradeAmount: null }],
    ['disabling', { status: 'disabled' }, {}],
    ['an earlier end', { validUntil: '2026-01-01T00:00:00Z' }, { validUntil: new Date('2026-01-02') }],
    ['a first end', { validUntil: new Date('2026-01-02') }, {}],
    ['the same end', { validUntil: '2026-01-02T00:00:00.000Z' }, { validUntil: new Date('2026-01-02') }],
    ['a first total', { totalLimit: '1' }, {}],
    ['leaving the executing chain', { chain: 'OTHER' }, {}],
  ])('is false for %s', (_case, change, from) => {
    expect(loosens(change, from)).toBe(false);
  });

  it.each<[string, WalletPolicyUpdate, Partial<WalletPolicy>]>([
    ['one more action', { allowedActions: ['buy_yes', 'claim_payout', 'buy_no'] }, {}],
    ['another action in place of one', { allowedActions: ['buy_no'] }, {}],
    ['a higher maximum', { maxTradeAmount: '10.000001' }, {}],
    ['a higher maximum of more digits', { maxTradeAmount: '9' }, { maxTradeAmount: '8.5' }],
    ['removing the maximum', { maxTradeAmount: null }, {}],
    ['enabling', { status: 'active' }, { status: 'disabled' }],
    ['unfreezing', { frozen: false }, { frozenAt: new Date(0) }],
    ['a later end', { validUntil: '2026-01-02T00:00:00.001Z' }, { validUntil: new Date('2026-01-02') }],
    ['removing the end', { validUntil: null }, { validUntil: new Date('2026-01-02') }],
    ['a higher total', { totalLimit: '2' }, { totalLimit: '1' }],
    ['returning to the executing chain', { chain: 'CHAIN-TESTNET' }, { chain: 'OTHER' }],
    ['tightening one thing and loosening another', { allowedActions: ['buy_yes'], maxTradeAmount: '11' }, {}],
  ])('is true for %s', (_case, change, from) => {
    expect(loosens(change, from)).toBe(true);
  });
});

describe('isSamePolicy', () => {
  it('compares by meaning', () => {
    expect(isSamePolicy(TERMS, { ...TERMS, allowedActions: ['claim_payout', 'buy_yes'], maxTradeAmount: '10.0' })).toBe(
      true,
    );
    expect(isSamePolicy(TERMS, { ...TERMS, maxTradeAmount: null })).toBe(false);
    expect(isSamePolicy(TERMS, { ...TERMS, status: 'disabled' })).toBe(false);
    expect(isSamePolicy({ ...TERMS, chain: 'A' }, { ...TERMS, chain: 'B' })).toBe(false);
  });
});
