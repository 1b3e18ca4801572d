import { type Action, AUTO_CLAIM_CLIENT, toChecksumAddress } from '@app/common';
import { FAILURE_REMEDIES } from '@app/engine';
import { recordExecution } from '../../../../test/agents/executions.js';
import { type HoldingFields, recordHolding, recordIndexedBlock } from '../../../../test/agents/holdings.js';
import { intentBody, MARKET, matching, newAgent, randomAddress } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

const HASH = `0x${'cd'.repeat(32)}`;

describe('portfolio and activity', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
    await recordIndexedBlock(api.database);
  });
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const intend = async (agent: string, action: Action, fields: object = {}): Promise<string> => {
    const { body } = await api.post('/agent/intents', intentBody(agent, action, fields));
    return body.intent.intent_id;
  };
  const readRecordId = async (market: string): Promise<unknown> => {
    const text = 'SELECT record_id FROM chain_markets WHERE market_contract_address = $1';
    return (await api.database.queryOne<{ record_id: string }>(text, [market.toLowerCase()]))?.record_id;
  };
  /** Creates an agent whose wallet has a holding in a market. */
  const holder = async (fields?: HoldingFields): Promise<{ agent: string; market: string }> => {
    const agent = newAgent();
    const { agent_wallet_address: walletAddress } = await api.register(agent);
    const market = toChecksumAddress(randomAddress());
    await recordHolding(api.database, { walletAddress: String(walletAddress), marketAddress: market }, fields);
    return { agent, market };
  };

  describe('GET /agent/portfolio/{agent_id}', () => {
    it('200 with an empty portfolio for an unused wallet', async () => {
      const agent = newAgent();
      const { agent_wallet_address } = await api.register(agent);
      const { status, body } = await api.get(`/agent/portfolio/${agent}`);
      expect(status).toBe(200);
      expect(body.portfolio).toEqual({
        agent_id: agent,
        agent_wallet_address,
        chain: 'CHAIN-TESTNET',
        wallet_provider: 'provider_agent_wallet',
        active_positions_count: 0,
        resolved_or_closed_positions_count: 0,
        claimable_refundable_count: 0,
        total_exposure: '0',
        positions: [],
        settlements: [],
        is_truncated: false,
        as_of_block: 7,
      });
    });

    it('200 with the indexed holdings of the wallet', async () => {
      const { agent, market } = await holder();
      const { body } = await api.get(`/agent/portfolio/${agent}`);
      expect(api.readModels.waitedFor).toContain(`agent ${agent}`);
      expect(body.portfolio).toMatchObject({
        active_positions_count: 1,
        resolved_or_closed_positions_count: 0,
        claimable_refundable_count: 0,
        total_exposure: '10',
        settlements: [],
        is_truncated: false,
        as_of_block: 7,
      });
      expect(body.portfolio.positions).toEqual([
        {
          market_id: 'rain-in-lisbon',
          core_market_id: await readRecordId(market),
          market_contract_address: market,
          market_status: 'OPEN',
          outcome: 'YES',
          quantity: '10',
          cost: '10',
          current_value: '10',
          realized_pnl: '0',
          unrealized_pnl: '0',
          claimable: '0',
          refundable: '0',
          claim_action: null,
        },
      ]);
    });

    it('200 with the agent’s latest market_id for the market', async () => {
      const { agent, market } = await holder();
      for (const market_id of ['first-name', 'my-name']) {
        const intentId = await intend(agent, 'buy_yes', { market_contract_address: market, market_id });
        await recordExecution(api.database, intentId);
      }
      const { body } = await api.get(`/agent/portfolio/${agent}`);
      expect(body.portfolio.positions).toEqual([expect.objectContaining({ market_id: 'my-name' })]);
    });

    it('200 with claimable and refundable positions', async () => {
      const { agent, market } = await holder({ phase: 'resolved', winningOutcome: 'YES', payout: '40' });
      const { portfolio } = (await api.get(`/agent/portfolio/${agent}`)).body;
      expect(portfolio).toMatchObject({
        active_positions_count: 0,
        resolved_or_closed_positions_count: 1,
        claimable_refundable_count: 1,
        total_exposure: '0',
      });
      expect(portfolio.positions).toEqual([
        expect.objectContaining({ claimable: '40', claim_action: 'claim_payout', unrealized_pnl: '30' }),
      ]);
      expect(portfolio.settlements).toEqual([
        {
          market_id: 'rain-in-lisbon',
          core_market_id: await readRecordId(market),
          market_contract_address: market,
          outcome: 'YES',
          amount: '40',
          status: 'PENDING',
          tx_hash: null,
          settled_at: null,
        },
      ]);
    });

    it('200 with claimed settlements', async () => {
      const { agent } = await holder({
        phase: 'resolved',
        winningOutcome: 'YES',
        payout: '40',
        claimTransactionHash: HASH,
      });
      const { portfolio } = (await api.get(`/agent/portfolio/${agent}`)).body;
      expect(portfolio.claimable_refundable_count).toBe(0);
      expect(portfolio.positions).toEqual([expect.objectContaining({ claim_action: null, realized_pnl: '30' })]);
      expect(portfolio.settlements).toEqual([
        expect.objectContaining({ status: 'SETTLED', tx_hash: HASH, settled_at: matching(/Z$/) }),
      ]);
    });

    it('200 with a null as_of_block for a wallet without an address', async () => {
      const agent = newAgent();
      await api.register(agent, { chain: 'ELSEWHERE' });
      const { status, body } = await api.get(`/agent/portfolio/${agent}`);
      expect([status, body.portfolio.as_of_block, body.portfolio.agent_wallet_address]).toEqual([200, null, null]);
    });

    it('400 agent_id_invalid', async () => {
      expect(code(await api.get('/agent/portfolio/agent_user'))).toBe('400 agent_id_invalid');
    });

    it('404 agent_wallet_not_found', async () => {
      expect(code(await api.get(`/agent/portfolio/${newAgent()}`))).toBe('404 agent_wallet_not_found');
    });
  });

  describe('GET /agent/activity/{agent_id}', () => {
    it('200 with an empty list for an unknown agent', async () => {
      const agent = newAgent();
      const { status, body } = await api.get(`/agent/activity/${agent}`);
      expect([status, body]).toEqual([200, { activity: { agent_id: agent, items: [], next_cursor: null } }]);
    });

    it('200 with the author of automatic claims', async () => {
      const agent = newAgent();
      await api.register(agent);
      const id = await intend(agent, 'claim_payout');
      await api.database.query('UPDATE agent_intents SET source_client = $2 WHERE id = $1', [id, AUTO_CLAIM_CLIENT]);
      await recordExecution(api.database, id);
      const { body } = await api.get(`/agent/activity/${agent}`);
      expect(body.activity.items).toMatchObject([{ by: 'auto_claim' }, { by: 'auto_claim' }]);
    });

    it('200 with intents and executions, newest first', async () => {
      const agent = newAgent();
      await api.register(agent);
      const id = await intend(agent, 'buy_no', { amount: '2.50', client_request_id: 'order-1' });
      const executionId = await recordExecution(api.database, id, {
        status: 'failed',
        approveTransactionHash: HASH,
        errorCode: 'agent_execution_failed',
        errorMessage: 'The market is closed.',
        failure: 'market_not_open',
      });
      const { body } = await api.get(`/agent/activity/${agent}`);
      const common = {
        intent_id: id,
        action: 'buy_no',
        market_id: 'rain-in-lisbon',
        core_market_id: null,
        market_contract_address: MARKET,
        client_request_id: 'order-1',
        by: null,
        amount: '2.5',
        outcome: null,
        transaction_hash: null,
        created_at: matching(/Z$/),
        updated_at: matching(/Z$/),
      };
      expect(body.activity.items).toEqual([
        {
          ...common,
          type: 'execution',
          id: executionId,
          status: 'failed',
          approve_transaction_hash: HASH,
          error_code: 'agent_execution_failed',
          failure_reason: 'market_not_open',
          error_message: `The market is closed. ${FAILURE_REMEDIES.market_not_open}`,
        },
        {
          ...common,
          type: 'intent',
          id,
          status: 'preview',
          approve_transaction_hash: null,
          error_code: null,
          failure_reason: null,
          error_message: null,
        },
      ]);
    });

    it('200 with the record of an indexed market, as in its executions', async () => {
      const { agent, market } = await holder();
      const id = await intend(agent, 'buy_yes', { market_contract_address: market });
      await recordExecution(api.database, id);
      const core_market_id = await readRecordId(market);
      const { body } = await api.get(`/agent/activity/${agent}`);
      expect(body.activity.items.map((item) => item['core_market_id'])).toEqual([core_market_id, core_market_id]);
      const { executions } = (await api.get(`/agent/intents/${id}/executions`)).body;
      expect(executions).toEqual([
        expect.objectContaining({ core_market_id, market_id: 'rain-in-lisbon', amount: '10' }),
      ]);
    });

    it('200 in stable pages while rows are added, also with equal timestamps', async () => {
      const agent = newAgent();
      await api.register(agent);
      const at = '2020-01-01T00:00:00Z';
      const expected: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const id = await intend(agent, 'claim_payout');
        expected.push(id, await recordExecution(api.database, id, { status: 'failed', createdAt: at }));
      }
      await api.database.query('UPDATE agent_intents SET created_at = $2::timestamptz WHERE agent_id = $1', [
        agent,
        at,
      ]);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { body } = await api.get(`/agent/activity/${agent}?limit=5${query}`);
        seen.push(...body.activity.items.map(({ id }) => id));
        cursor = body.activity.next_cursor;
        await intend(agent, 'claim_payout');
      } while (cursor !== null);
      expect(seen).toHaveLength(expected.length);
      expect(new Set(seen)).toEqual(new Set(expected));
    });

    it('400 agent_id_invalid', async () => {
      expect(code(await api.get('/agent/activity/agent_12345'))).toBe('400 agent_id_invalid');
    });

    it.each(['limit=51', 'limit=x', 'sort=id'])('400 invalid_query for %s', async (query) => {
      expect(code(await api.get(`/agent/activity/${newAgent()}?${query}`))).toBe('400 invalid_query');
    });

    it('400 invalid_query for a cursor of another agent', async () => {
      const [mine, other] = [newAgent(), newAgent()];
      await intend(mine, 'claim_payout');
      await intend(mine, 'claim_payout');
      const { body } = await api.get(`/agent/activity/${mine}?limit=1`);
      const answer = await api.get(`/agent/activity/${other}?cursor=${body.activity.next_cursor}`);
      expect(code(answer)).toBe('400 invalid_query');
    });
  });
});
