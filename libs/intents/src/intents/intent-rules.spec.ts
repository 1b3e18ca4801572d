import type { IntentRequest } from '@app/engine';
import { checkAmount, checkTiming, hashRequest, listWarnings, type WarningContext } from './intent-rules.js';

const NOW_MS = Date.parse('2030-01-01T00:00:00Z');
const COLLATERAL = `0x${'c'.repeat(40)}`;
const AGENT = `0x${'a'.repeat(40)}`;
const USER = `0x${'b'.repeat(40)}`;
const RESOLVER = `0x${'d'.repeat(40)}`;

function creation(fields: Partial<IntentRequest> = {}): IntentRequest {
  return {
    agentId: 'agent_alice',
    action: 'create_market',
    userWallet: USER,
    marketId: 'rain',
    marketContractAddress: null,
    amount: null,
    minMultiple: null,
    evidence: null,
    outcome: null,
    resolver: RESOLVER,
    collateralToken: COLLATERAL,
    closeTimestamp: new Date('2031-01-01T00:00:00Z'),
    question: 'Rain?',
    sourceClient: null,
    clientRequestId: null,
    ...fields,
  };
}

const EVIDENCE = { url: 'https://example.com/report', sha256: null, note: null };

function resolution(fields: Partial<IntentRequest> = {}): IntentRequest {
  return buy({ action: 'resolve_market', amount: null, outcome: 'yes', ...fields });
}

function buy(fields: Partial<IntentRequest> = {}): IntentRequest {
  return creation({
    action: 'buy_yes',
    marketContractAddress: `0x${'e'.repeat(40)}`,
    amount: '10',
    resolver: null,
    collateralToken: null,
    closeTimestamp: null,
    question: null,
    ...fields,
  });
}

describe('checkAmount', () => {
  it('refuses an amount finer than the collateral', () => {
    expect(checkAmount(buy({ amount: '0.000001' }), 6)).toEqual([]);
    expect(checkAmount(buy({ amount: '0.0000001' }), 6)).toEqual(['amount must have at most 6 fractional digits']);
    expect(checkAmount(creation(), 6)).toEqual([]);
  });
});

describe('checkTiming', () => {
  it('requires a close time after now', () => {
    expect(checkTiming(creation({ closeTimestamp: new Date(NOW_MS + 1000) }), NOW_MS)).toEqual([]);
    expect(checkTiming(creation({ closeTimestamp: new Date(NOW_MS) }), NOW_MS)).toHaveLength(1);
    expect(checkTiming(buy(), NOW_MS)).toEqual([]);
  });
});

describe('hashRequest', () => {
  it('ignores agent, source client and idempotency key', () => {
    const hash = hashRequest(buy());
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashRequest(buy({ agentId: 'agent_bob_1', sourceClient: 's', clientRequestId: 'c' }))).toBe(hash);
  });

  it.each([
    [creation(), '4251a00a4aa63049ba33d2008ce0fc157a02861899553fbbd0b8c36eb4bd2f59'],
    [buy(), '99f8526325be66ed947bbbdb4308d6e7e2571437c3eb306b678a05572106b7a5'],
    [buy({ minMultiple: '1.5' }), '7f2b7a7757170fb0c4dc7fb3103f5850b82356c8a13b364e8e38565cb459458f'],
  ])('is stable, because stored hashes are compared with it (%#)', (request, hash) => {
    expect(hashRequest(request)).toBe(hash);
  });

  it.each<Partial<IntentRequest>>([
    { action: 'buy_no' },
    { userWallet: AGENT },
    { marketId: 'sun' },
    { marketContractAddress: AGENT },
    { amount: '11' },
    { outcome: 'yes' },
    { resolver: AGENT },
    { collateralToken: AGENT },
    { closeTimestamp: new Date(NOW_MS) },
    { question: 'Sun?' },
    { evidence: EVIDENCE },
  ])('differs with %j', (change) => {
    expect(hashRequest(buy(change))).not.toBe(hashRequest(buy()));
  });
});

describe('hashRequest of a resolution', () => {
  it('covers each part of the evidence', () => {
    const hashes = [EVIDENCE, { ...EVIDENCE, note: 'seen' }, { ...EVIDENCE, sha256: 'a'.repeat(64) }, null].map(
      (evidence) => hashRequest(resolution({ evidence })),
    );
    expect(new Set(hashes).size).toBe(4);
  });
});

describe('listWarnings', () => {
  const CONTEXT: WarningContext = {
    nowMs: NOW_MS,
    collateralAddress: COLLATERAL,
    agentWalletAddress: AGENT,
    market: undefined,
    stakes: null,
  };
  const STAKES = { resolverHoldsPosition: false, creatorHoldsPosition: false };

  const MARKET = { creator: USER, resolver: RESOLVER, name: 'rain' };

  it('accepts a record id, a truncated name and an unreadable name as market_id', () => {
    const record = '3f8e2c1a-5b7d-4e9f-8a6b-0c1d2e3f4a5b';
    expect(listWarnings(buy({ marketId: record }), { ...CONTEXT, market: MARKET })).toEqual([]);
    const long = { ...MARKET, name: 'x'.repeat(300) };
    expect(listWarnings(buy({ marketId: 'x'.repeat(200) }), { ...CONTEXT, market: long })).toEqual([]);
    expect(listWarnings(buy(), { ...CONTEXT, market: { ...MARKET, name: null } })).toEqual([]);
  });

  it('gives no warning for an ordinary request', () => {
    expect(listWarnings(creation(), CONTEXT)).toEqual([]);
    expect(listWarnings(buy(), CONTEXT)).toEqual([]);
    expect(listWarnings(resolution({ evidence: EVIDENCE }), CONTEXT)).toEqual([]);
    expect(listWarnings(buy(), { ...CONTEXT, stakes: STAKES })).toEqual([]);
    expect(listWarnings(buy(), { ...CONTEXT, market: { creator: USER, resolver: RESOLVER, name: 'rain' } })).toEqual(
      [],
    );
  });

  it.each<[string, IntentRequest, Partial<WarningContext>, RegExp]>([
    ['another collateral', creation({ collateralToken: USER }), {}, /not the configured collateral/],
    ['a close time too far ahead', creation({ closeTimestamp: new Date('2035-01-02T00:00:00Z') }), {}, /5 years/],
    ['the agent as resolver', creation({ resolver: AGENT }), {}, /resolver is the creator/],
    ['the user as resolver', creation({ resolver: USER }), {}, /resolver is the user_wallet/],
    ['a foreign market', buy(), { market: null }, /not deployed by our factory/],
    ['a market resolved by its creator', buy(), { market: { ...MARKET, resolver: USER } }, /is its creator/],
    [
      'a resolver with a stake',
      buy(),
      { stakes: { ...STAKES, resolverHoldsPosition: true } },
      /resolver .* holds a position/,
    ],
    [
      'a creator with a stake',
      buy(),
      { stakes: { ...STAKES, creatorHoldsPosition: true } },
      /creator .* holds a position/,
    ],
    ['an outcome without evidence', resolution(), {}, /no evidence/],
    ['the zero address as resolver', creation({ resolver: `0x${'0'.repeat(40)}` }), {}, /zero address/],
    ['a part of a name', buy({ marketId: 'rai' }), { market: MARKET }, /another name than market_id/],
    ['a market of another name', buy({ marketId: 'snow' }), { market: MARKET }, /another name than market_id/],
  ])('warns of %s', (_case, request, context, text) => {
    expect(listWarnings(request, { ...CONTEXT, ...context })).toEqual([expect.stringMatching(text)]);
  });
});
