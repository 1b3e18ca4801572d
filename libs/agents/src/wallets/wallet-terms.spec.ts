import { changeTerms, checkCap, isLoosening, sameTerms, type TermsChange, type WalletTerms } from './wallet-terms.js';

const TERMS: WalletTerms = {
  allowedActions: ['buy_yes', 'claim_payout'],
  maxTradeAmount: '10',
  status: 'active',
  chain: 'CHAIN-TESTNET',
};

describe('changeTerms', () => {
  it('keeps absent fields and reads a cap of null as no cap', () => {
    expect(changeTerms(TERMS, {})).toEqual(TERMS);
    expect(changeTerms(TERMS, { maxTradeAmount: null })).toEqual({ ...TERMS, maxTradeAmount: null });
    expect(changeTerms(TERMS, { status: 'disabled', chain: 'OTHER', allowedActions: ['buy_no'] })).toEqual({
      allowedActions: ['buy_no'],
      maxTradeAmount: '10',
      status: 'disabled',
      chain: 'OTHER',
    });
  });
});

describe('checkCap', () => {
  it('rejects a cap finer than the collateral', () => {
    expect(checkCap({ maxTradeAmount: '0.000001' }, 6)).toEqual([]);
    expect(checkCap({ maxTradeAmount: null }, 6)).toEqual([]);
    expect(checkCap({}, 6)).toEqual([]);
    expect(checkCap({ maxTradeAmount: '0.0000001' }, 6)).toEqual([expect.stringContaining('6 fractional digits')]);
  });
});

describe('isLoosening', () => {
  const loosens = (change: TermsChange, from: Partial<WalletTerms> = {}): boolean => {
    const current = { ...TERMS, ...from };
    return isLoosening(current, changeTerms(current, change));
  };

  it.each<[string, TermsChange, Partial<WalletTerms>]>([
    ['no change', {}, {}],
    ['fewer actions', { allowedActions: ['buy_yes'] }, {}],
    ['the same actions in another order', { allowedActions: ['claim_payout', 'buy_yes'] }, {}],
    ['a lower cap', { maxTradeAmount: '9.999999' }, {}],
    ['the same cap in another spelling', { maxTradeAmount: '10.0' }, {}],
    ['a first cap', { maxTradeAmount: '5' }, { maxTradeAmount: null }],
    ['disabling', { status: 'disabled' }, {}],
    ['leaving the executing chain', { chain: 'OTHER' }, {}],
  ])('is false for %s', (_case, change, from) => {
    expect(loosens(change, from)).toBe(false);
  });

  it.each<[string, TermsChange, Partial<WalletTerms>]>([
    ['one more action', { allowedActions: ['buy_yes', 'claim_payout', 'buy_no'] }, {}],
    ['another action in place of one', { allowedActions: ['buy_no'] }, {}],
    ['a higher cap', { maxTradeAmount: '10.000001' }, {}],
    ['a higher cap of more digits', { maxTradeAmount: '9' }, { maxTradeAmount: '8.5' }],
    ['removing the cap', { maxTradeAmount: null }, {}],
    ['enabling', { status: 'active' }, { status: 'disabled' }],
    ['returning to the executing chain', { chain: 'CHAIN-TESTNET' }, { chain: 'OTHER' }],
    ['tightening one thing and loosening another', { allowedActions: ['buy_yes'], maxTradeAmount: '11' }, {}],
  ])('is true for %s', (_case, change, from) => {
    expect(loosens(change, from)).toBe(true);
  });
});

describe('sameTerms', () => {
  it('compares by meaning', () => {
    expect(sameTerms(TERMS, { ...TERMS, allowedActions: ['claim_payout', 'buy_yes'], maxTradeAmount: '10.0' })).toBe(
      true,
    );
    expect(sameTerms(TERMS, { ...TERMS, maxTradeAmount: null })).toBe(false);
    expect(sameTerms(TERMS, { ...TERMS, status: 'disabled' })).toBe(false);
    expect(sameTerms({ ...TERMS, chain: 'A' }, { ...TERMS, chain: 'B' })).toBe(false);
  });
});
