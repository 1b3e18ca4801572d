import { ACTION_NAMES, type Action, AUTO_CLAIM_CLIENT } from '@app/common';
import { DEMO_USER_ID } from '@app/persistence';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import {
  intentBody,
  MARKET,
  matching,
  newAgent,
  randomAddress,
  RESOLVER,
  USER,
} from '../../../../test/agents/requests.js';

describe('POST /agent/intents', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  beforeEach(() => {
    api.marketReader.failure = null;
    api.marketReader.markets.set(MARKET.toLowerCase(), {
      creator: randomAddress(),
      resolver: randomAddress(),
      name: 'rain-in-lisbon',
    });
  });
  afterAll(() => api.stop());

  const create = (body: unknown): Promise<Answer> => api.post('/agent/intents', body);
  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const readRows = async (agentId: string): Promise<number> => {
    const rows = await api.database.query('SELECT id FROM agent_intents WHERE agent_id = $1', [agentId]);
    return rows.length;
  };

  describe('201', () => {
    it.each(ACTION_NAMES)('previews %s without a wallet', async (action) => {
      const agent = newAgent();
      const { status, body } = await create(intentBody(agent, action));
      expect(status).toBe(201);
      expect(body.intent).toMatchObject({
        intent_id: matching(/^agent_intent_[0-9a-f]{32}$/),
        agent_id: agent,
        action,
        status: 'preview',
        requires_confirmation: true,
        validation_result: { valid: true, errors: [] },
        warnings: [],
        executions_count: 0,
        latest_execution_status: null,
        confirmed_at: null,
        executed_at: null,
      });
    });

    it('answers every field, normalised, and null for fields of other actions', async () => {
      const agent = newAgent();
      const { body } = await create({
        ...intentBody(agent, 'buy_yes'),
        amount: '010.50',
        user_wallet: USER.toUpperCase().replace('0X', '0x'),
        market_contract_address: MARKET.toLowerCase(),
        source_client: 'cli',
        client_request_id: 'r-1',
        question: 17,
        outcome: { no: 'matter' },
        unknown: true,
      });
      expect(Object.keys(body.intent)).toEqual([
        'intent_id',
        'agent_id',
        'action',
        'status',
        'requires_confirmation',
        'user_wallet',
        'agent_wallet_address',
        'wallet_provider',
        'chain',
        'market_id',
        'market_contract_address',
        'amount',
        'min_multiple',
        'outcome',
        'resolver',
        'collateral_token',
        'close_timestamp',
        'question',
        'evidence',
        'params',
        'source_client',
        'client_request_id',
        'validation_result',
        'quote',
        'warnings',
        'similar_markets',
        'executions_count',
        'latest_execution_status',
        'created_at',
        'updated_at',
        'approved_at',
        'confirmed_at',
        'executed_at',
      ]);
      expect(body.intent).toMatchObject({
        amount: '10.5',
        user_wallet: USER,
        market_contract_address: MARKET,
        outcome: null,
        question: null,
        source_client: 'cli',
        client_request_id: 'r-1',
        agent_wallet_address: null,
        wallet_provider: 'provider_agent_wallet',
        chain: 'CHAIN-TESTNET',
        params: { market_contract_address: MARKET, amount: '10.5', min_multiple: null },
        created_at: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
    });

    it.each([
      ['yes', 'yes'],
      ['YES', 'yes'],
      ['1', 'yes'],
      [1, 'yes'],
      ['No', 'no'],
      ['2', 'no'],
    ])('normalises outcome %j to %s', async (outcome, expected) => {
      const { body } = await create(intentBody(newAgent(), 'resolve_market', { outcome }));
      expect(body.intent.outcome).toBe(expected);
    });

    it.each([
      ['2100-01-02T03:04:05Z', '2100-01-02T03:04:05.000Z'],
      ['2100-01-02T03:04:05.987+02:00', '2100-01-02T01:04:05.000Z'],
      ['4102542245', '2100-01-02T03:04:05.000Z'],
      [4102542245, '2100-01-02T03:04:05.000Z'],
    ])('normalises close_timestamp %s', async (value, expected) => {
      const { body } = await create(intentBody(newAgent(), 'create_market', { close_timestamp: value }));
      expect(body.intent.close_timestamp).toBe(expected);
    });

    it('treats null and blank optional fields as absent', async () => {
      const agent = newAgent();
      const blank = intentBody(agent, 'claim_payout', { source_client: '', client_request_id: '  ' });
      const first = await create(blank);
      const second = await create({ ...blank, source_client: null, client_request_id: null });
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(first.body.intent).toMatchObject({ source_client: null, client_request_id: null });
      expect(await readRows(agent)).toBe(2);
    });

    it('allows an amount equal to max_trade_amount', async () => {
      const agent = newAgent();
      await api.register(agent, { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '10' } });
      expect((await create(intentBody(agent, 'buy_yes', { amount: '10.000000' }))).status).toBe(201);
    });
  });

  describe('warnings', () => {
    it('for a market that the factory did not deploy', async () => {
      const { status, body } = await create(
        intentBody(newAgent(), 'buy_no', { market_contract_address: randomAddress() }),
      );
      expect(status).toBe(201);
      expect(body.intent.validation_result).toMatchObject({ valid: true, errors: [] });
      expect(body.intent.warnings).toEqual([expect.stringContaining('not deployed by our factory')]);
    });

    it('for a foreign collateral token', async () => {
      const { body } = await create(intentBody(newAgent(), 'create_market', { collateral_token: RESOLVER }));
      expect(body.intent.warnings).toEqual([expect.stringContaining('not the configured collateral')]);
      expect(body.intent.collateral_token).toBe(RESOLVER);
    });

    it('name open markets with the question of a new one', async () => {
      const question = 'Will Lisbon have snow in August 2027?';
      const of = async (action: 'create_market' | 'buy_yes', fields: object): Promise<[string[], { id: string }[]]> => {
        const { intent } = (await create(intentBody(newAgent(), action, fields))).body;
        return [intent.warnings, intent['similar_markets'] as { id: string }[]];
      };
      expect(await of('create_market', { question })).toEqual([[], []]);
      await api.database.query(`INSERT INTO users (id, kind) VALUES ($1, 'person') ON CONFLICT DO NOTHING`, [
        DEMO_USER_ID,
      ]);
      const { id } = await api.database.queryOneOrFail<{ id: string }>(
        `INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain,
           closes_at) VALUES ($1, 'Will Lisbon have snow in July 2027?', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
           now() + interval '1 day') RETURNING id`,
        [DEMO_USER_ID],
      );
      const [warnings, similar] = await of('create_market', { question });
      expect(warnings).toEqual([expect.stringContaining('similar_markets')]);
      expect(similar).toEqual([{ id, title: 'Will Lisbon have snow in July 2027?', score: expect.any(Number) }]);
      expect(await of('create_market', { question: 'Will Lisbon have a new bridge?' })).toEqual([[], []]);
      await api.database.query(`UPDATE markets SET status = 'SETTLED' WHERE id = $1`, [id]);
      expect(await of('create_market', { question })).toEqual([[], []]);
    });

    it('are empty while the chain is unreachable', async () => {
      api.marketReader.failure = new Error('unreachable');
      const { status, body } = await create(
        intentBody(newAgent(), 'buy_no', { market_contract_address: randomAddress() }),
      );
      expect([status, body.intent.warnings]).toEqual([201, []]);
    });

    it('read a known market from the chain once', async () => {
      const market = randomAddress();
      api.marketReader.markets.set(market, { creator: USER, resolver: RESOLVER, name: 'rain-in-lisbon' });
      await create(intentBody(newAgent(), 'buy_no', { market_contract_address: market }));
      const reads = api.marketReader.reads;
      await create(intentBody(newAgent(), 'buy_no', { market_contract_address: market }));
      expect(api.marketReader.reads).toBe(reads);
    });
  });

  describe('400 invalid_json', () => {
    it.each([
      ['unparsable', '{"agent_id":'],
      ['empty', ''],
    ])('for a body that is %s', async (_case, body) => {
      expect(code(await create(body))).toBe('400 invalid_json');
    });

    it('names a byte order mark, which no editor shows', async () => {
      const answer = await create(`\ufeff${JSON.stringify(intentBody(newAgent(), 'buy_yes'))}`);
      expect(code(answer)).toBe('400 invalid_json');
      expect(answer.body.error.message).toContain('byte order mark');
    });
  });

  describe('400 agent_id_invalid', () => {
    it.each([undefined, null, '', 'agent_abc', 'alice_12345', 'agent_test', 5, ['agent_alice'], 'agent_al\u0000ice'])(
      'for an agent_id of %j, before any other failure',
      async (agentId) => {
        expect(code(await create({ agent_id: agentId, action: 'nonsense' }))).toBe('400 agent_id_invalid');
      },
    );
  });

  describe('400 agent_intent_invalid', () => {
    it.each([[[]], ['null'], ['"text"'], [[{ agent_id: 'agent_alice' }]]])('for a body of %j', async (body) => {
      expect(code(await create(body))).toBe('400 agent_intent_invalid');
    });

    it('names every missing field', async () => {
      const answer = await create({ agent_id: newAgent(), action: 'create_market' });
      expect(code(answer)).toBe('400 agent_intent_invalid');
      expect(answer.body.error.details).toEqual([
        'user_wallet is required',
        'market_id is required',
        'question is required',
        'close_timestamp is required',
        'resolver is required',
        'collateral_token is required',
      ]);
    });

    it('names a misspelt field beside the missing one', async () => {
      const { action, ...body } = intentBody(newAgent(), 'buy_yes');
      expect((await create({ ...body, actoin: action })).body.error.details).toEqual([
        'action is required',
        expect.stringMatching(/^these fields were ignored: actoin; known fields are agent_id, action, .*amount/),
      ]);
    });

    it.each<[Action, Record<string, unknown>]>([
      ['create_market', { resolver: undefined }],
      ['create_market', { collateral_token: null }],
      ['create_market', { question: '   ' }],
      ['create_market', { question: 'a\u0000b' }],
      ['create_market', { question: '\ud800' }],
      ['create_market', { close_timestamp: 4102542245000 }],
      ['create_market', { close_timestamp: '4102542245000' }],
      ['create_market', { close_timestamp: 4102542245.5 }],
      ['create_market', { close_timestamp: 'tomorrow' }],
      ['create_market', { close_timestamp: '2100-02-30T00:00:00Z' }],
      ['create_market', { close_timestamp: '-1' }],
      ['create_market', { close_timestamp: '2020-01-01T00:00:00Z' }],
      ['create_market', { close_timestamp: '1577836800' }],
      ['buy_yes', { amount: undefined }],
      ['buy_yes', { amount: 10 }],
      ['buy_yes', { amount: '0' }],
      ['buy_yes', { amount: '0.000000' }],
      ['buy_yes', { amount: '-1' }],
      ['buy_yes', { amount: '+1' }],
      ['buy_yes', { amount: '1e3' }],
      ['buy_yes', { amount: ' 1' }],
      ['buy_yes', { amount: '.5' }],
      ['buy_yes', { amount: '5.' }],
      ['buy_yes', { amount: '٣' }],
      ['buy_yes', { amount: '0.0000001' }],
      ['buy_yes', { amount: '1'.repeat(19) }],
      ['buy_yes', { min_multiple: 2 }],
      ['buy_yes', { min_multiple: '0' }],
      ['buy_yes', { min_multiple: '-1' }],
      ['buy_yes', { min_multiple: '1e3' }],
      ['buy_no', { market_contract_address: undefined }],
      ['buy_no', { market_contract_address: '0x123' }],
      ['buy_no', { market_contract_address: MARKET.replace('dbF', 'DbF') }],
      ['buy_no', { user_wallet: MARKET.slice(2) }],
      ['buy_no', { market_id: 7 }],
      ['resolve_market', { outcome: undefined }],
      ['resolve_market', { outcome: 'maybe' }],
      ['resolve_market', { outcome: '3' }],
      ['resolve_market', { outcome: true }],
      ['claim_payout', { client_request_id: 5 }],
      ['claim_payout', { action: 'withdraw' }],
      ['claim_payout', { action: 'constructor' }],
      ['claim_payout', { action: undefined }],
    ])('for %s with %j', async (action, fields) => {
      const agent = newAgent();
      const answer = await create(intentBody(agent, action, fields));
      expect(code(answer)).toBe('400 agent_intent_invalid');
      expect(answer.body.error.details).toHaveLength(1);
      expect(await readRows(agent)).toBe(0);
    });
  });

  it('400 agent_intent_invalid for the source_client of automatic claims', async () => {
    const answer = await create(intentBody(newAgent(), 'claim_payout', { source_client: AUTO_CLAIM_CLIENT }));
    expect(code(answer)).toBe('400 agent_intent_invalid');
    expect(answer.body.error.details).toEqual(['source_client presage_auto_claim is reserved for automatic claims']);
  });

  describe('lengths', () => {
    it.each([
      ['question', 500],
      ['market_id', 200],
      ['source_client', 200],
      ['client_request_id', 200],
    ])('%s has at most %d characters', async (field, max) => {
      const of = (length: number): unknown => intentBody(newAgent(), 'create_market', { [field]: '😀'.repeat(length) });
      expect((await create(of(max))).status).toBe(201);
      expect(code(await create(of(max + 1)))).toBe('400 agent_intent_invalid');
    });
  });

  describe('403', () => {
    it('agent_action_forbidden for an action that the wallet does not allow', async () => {
      const agent = newAgent();
      await api.register(agent, { allowed_actions: ['claim_payout'] });
      expect(code(await create(intentBody(agent, 'buy_yes')))).toBe('403 agent_action_forbidden');
      expect(await readRows(agent)).toBe(0);
    });

    it('agent_policy_violation for a buy above the cap, and for any buy under a cap of zero', async () => {
      const agent = newAgent();
      await api.register(agent, { policy_metadata: { max_trade_amount: '9.999999' } });
      expect(code(await create(intentBody(agent, 'buy_no')))).toBe('403 agent_policy_violation');
      await api.register(agent, { policy_metadata: { max_trade_amount: '0' } });
      expect(code(await create(intentBody(agent, 'buy_no', { amount: '0.000001' })))).toBe(
        '403 agent_policy_violation',
      );
      expect((await create(intentBody(agent, 'claim_payout'))).status).toBe(201);
    });

    it('is checked after the time-dependent rules', async () => {
      const agent = newAgent();
      await api.register(agent, { allowed_actions: ['claim_payout'] });
      const late = intentBody(agent, 'create_market', { close_timestamp: '2020-01-01T00:00:00Z' });
      expect(code(await create(late))).toBe('400 agent_intent_invalid');
    });
  });
});
