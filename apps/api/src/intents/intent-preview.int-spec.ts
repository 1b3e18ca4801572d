import { jest } from '@jest/globals';
import type { Action } from '@app/common';
import type { Check } from '@app/engine';
import { intentBody, newAgent, randomAddress } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { statementsOfRequests } from '../../../../test/support/statements-of-requests.js';

describe('checks and quote of a preview', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterAll(() => api.stop());

  const create = (body: unknown): Promise<Answer> => api.post('/agent/intents', body);
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const simulation: Check = {
    ...{
      rule: 'simulation',
      result: 'fail',
      code: 'agent_execution_failed',
      message: 'The market is not open for this.',
    },
    ...{ headroom: null, asOfBlock: 12, failureReason: 'market_not_open' },
  };
  const checksOf = ({ body }: Answer): Record<string, unknown>[] =>
    (body.intent['validation_result'] as { checks: Record<string, unknown>[] }).checks;

  beforeEach(() => {
    api.preview.preview = { checks: [simulation], isApproved: false, quote: null };
  });
  afterEach(() => {
    api.preview.preview = { checks: [], isApproved: false, quote: null };
  });

  it('lists checks beside valid and errors, which cover only the request', async () => {
    const answer = await create(intentBody(newAgent(), 'buy_yes', { min_multiple: '01.50' }));
    expect(answer.body.intent).toMatchObject({
      status: 'preview',
      min_multiple: '1.5',
      quote: null,
      validation_result: { valid: true, errors: [] },
    });
    expect(checksOf(answer).map(({ rule, result }) => `${String(rule)} ${String(result)}`)).toEqual([
      'wallet fail',
      'chain unknown',
      'provisioned unknown',
      'frozen unknown',
      'allowed_action unknown',
      'max_trade_amount unknown',
      'simulation fail',
      'duplicate pass',
    ]);
    expect(checksOf(answer)[6]).toEqual({
      rule: 'simulation',
      result: 'fail',
      code: 'agent_execution_failed',
      failure_reason: 'market_not_open',
      message: 'The market is not open for this.',
      headroom: null,
      headroom_unit: null,
      as_of_block: 12,
    });
  });

  it('gives a reason for each failed check that would fail the execution', async () => {
    const agent = newAgent();
    const reasons = (answer: Answer): unknown[] =>
      checksOf(answer).flatMap(({ rule, failure_reason }) => (failure_reason === null ? [] : [[rule, failure_reason]]));
    const body = intentBody(agent, 'buy_yes');
    expect(reasons(await create(body))).toEqual([
      ['wallet', 'not_permitted'],
      ['simulation', 'market_not_open'],
    ]);
    await api.register(agent);
    // The second one is a duplicate, which only warns.
    expect(reasons(await create(body))).toEqual([['simulation', 'market_not_open']]);
  });

  it('sums the checks up in would_execute', async () => {
    const agent = newAgent();
    await api.register(agent);
    const would = async (...checks: Check[]): Promise<unknown> => {
      api.preview.preview = { checks, isApproved: false, quote: null };
      const { body } = await create(intentBody(agent, 'claim_payout'));
      return (body.intent['validation_result'] as Record<string, unknown>)['would_execute'];
    };
    const unread: Check = { ...simulation, result: 'unknown', code: null, failureReason: null };
    const passes: Check = { ...unread, result: 'pass', message: null };
    expect(await would(passes)).toBe(true);
    expect(await would(passes, unread)).toBeNull();
    expect(await would(unread, simulation)).toBe(false);
  });

  it('keeps the checks of the creation on a repeat, a read and after confirm', async () => {
    const agent = newAgent();
    await api.register(agent, { policy_metadata: { max_trade_amount: '12.5' } });
    const body = intentBody(agent, 'buy_no', { client_request_id: 'once' });
    const first = await create(body);
    expect(checksOf(first)[5]).toMatchObject({
      rule: 'max_trade_amount',
      headroom: '2.5',
      headroom_unit: 'collateral',
    });
    api.preview.preview = { checks: [], isApproved: false, quote: null };
    const replay = await create(body);
    const { intent_id } = first.body.intent;
    await api.post(`/agent/intents/${intent_id}/confirm`);
    const read = await api.get(`/agent/intents/${intent_id}`);
    expect([checksOf(replay), checksOf(read)]).toEqual([checksOf(first), checksOf(first)]);
  });

  it('has no checks and no quote for an intent stored without a preview', async () => {
    const { body } = await create(intentBody(newAgent(), 'buy_no'));
    const { intent_id } = body.intent;
    await api.database.query('UPDATE agent_intents SET preview = NULL WHERE id = $1', [intent_id]);
    const read = await api.get(`/agent/intents/${intent_id}`);
    expect([checksOf(read), read.body.intent['quote']]).toEqual([[], null]);
    expect(read.body.intent).toMatchObject({ validation_result: { would_execute: null } });
  });

  it('flags a recent equal intent as a duplicate unless it was cancelled', async () => {
    const agent = newAgent();
    const again = async (): Promise<unknown> =>
      checksOf(await create(intentBody(agent, 'claim_payout'))).at(-1)?.['result'];
    expect([await again(), await again()]).toEqual(['pass', 'fail']);
    await api.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE agent_id = $1`, [agent]);
    expect(await again()).toBe('pass');
    await api.database.query(
      `UPDATE agent_intents SET created_at = now() - interval '11 minutes' WHERE agent_id = $1`,
      [agent],
    );
    expect(await again()).toBe('pass');
  });

  it('reads once and writes once, however many rules it checks, and reads a repeat with two statements', async () => {
    const agent = newAgent();
    await api.register(agent);
    const body = intentBody(agent, 'buy_yes', { client_request_id: 'counted' });
    const statements = jest.spyOn(api.database, 'query');
    try {
      const counts: string[] = [];
      for (let calls = 0; calls < 2; calls += 1) {
        statements.mockClear();
        const { status } = await create(body);
        counts.push(`${status} ${statementsOfRequests(statements.mock.calls).length}`);
      }
      expect(counts).toEqual(['201 2', '200 2']);
    } finally {
      statements.mockRestore();
    }
  });

  it('409 agent_intent_conflict for a different min_multiple with the same key', async () => {
    const agent = newAgent();
    const body = intentBody(agent, 'buy_yes', { client_request_id: 'k', min_multiple: '2' });
    await create(body);
    expect((await create({ ...body, min_multiple: '2.0' })).status).toBe(200);
    expect(code(await create({ ...body, min_multiple: '2.1' }))).toBe('409 agent_intent_conflict');
    expect(code(await create({ ...body, min_multiple: null }))).toBe('409 agent_intent_conflict');
  });

  it('warns of a resolver or a creator with a position, for buys and cancellations', async () => {
    const [market, creator, resolver, stranger] = [randomAddress(), randomAddress(), randomAddress(), randomAddress()];
    api.marketReader.markets.set(market, { creator, resolver, name: 'rain-in-lisbon' });
    await api.database.query(
      `WITH parties AS (
         INSERT INTO users (kind, wallet_address) SELECT 'address', unnest($1::text[]) RETURNING id, wallet_address
       ), record AS (
         INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset,
           chain, closes_at, from_chain)
         SELECT id, 'Rain?', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + interval '1 day', true
         FROM parties WHERE wallet_address = $3 RETURNING id
       ), indexed AS (
         INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver,
           closes_at, block_number, created_at, transaction_hash)
         SELECT $2, id, false, 'rain-in-lisbon', $3, $4, now() + interval '1 day', 1, now(), '0x' FROM record
       )
       INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price)
       SELECT p.id, r.id, 'NO', 1, 0.5 FROM parties AS p, record AS r WHERE wallet_address = $5`,
      [[creator, resolver, stranger], market, creator, resolver, stranger],
    );
    const warnings = async (action: Action): Promise<string[]> =>
      (await create(intentBody(newAgent(), action, { market_contract_address: market }))).body.intent.warnings;
    expect(await warnings('buy_yes')).toEqual([]);
    for (const [party, text] of [
      [resolver, 'resolver of this market holds a position'],
      [creator, 'creator of this market holds a position'],
    ] as const) {
      await api.database.query(
        `UPDATE positions SET user_id = (SELECT id FROM users WHERE wallet_address = $1)
         WHERE market_id = (SELECT record_id FROM chain_markets WHERE market_contract_address = $2)`,
        [party, market],
      );
      for (const action of ['buy_yes', 'buy_no', 'cancel_market'] as const) {
        expect(await warnings(action)).toEqual([expect.stringContaining(text)]);
      }
      expect(await warnings('claim_refund')).toEqual([]);
    }
  });
});
