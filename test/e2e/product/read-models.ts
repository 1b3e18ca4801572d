import type { Action } from '@app/common';
import pg from 'pg';
import { encodeApproval, marketInterface, tokenInterface } from '@app/chain';
import type { AgentClient, Answer } from '../support/agent-client.js';
import { eventually } from '../../support/eventually.js';
import type { MarketReference, Product } from '../support/product.js';

const LIFE_S = 300;
const HASH = /^0x[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function readModels(product: Product): void {
  describe('the read models of a market', () => {
    let alice: AgentClient;
    let robin: AgentClient;
    let market: MarketReference;
    let closeS: number;
    let recordId: string;

    beforeAll(async () => {
      [alice, robin] = (await product.fundedAgents('agent_alice_02', 'agent_robin_02')) as [AgentClient, AgentClient];
    });

    async function indexed(agent: AgentClient, action: Action, fields: object): Promise<Answer> {
      const answer = await agent.run(action, fields);
      await product.awaitReadModels();
      return answer;
    }

    async function create(marketId: string, lifeS: number): Promise<any> {
      const fields = await product.marketFields(alice, marketId, lifeS);
      closeS = Number(fields.close_timestamp);
      return (await indexed(alice, 'create_market', fields)).body.execution;
    }

    /** Moves the stored close time to now: unlike the chain's clock, the database's cannot be advanced. */
    async function moveCloseToNow(): Promise<void> {
      const client = new pg.Client({ connectionString: product.stack.databaseUrl });
      await client.connect();
      await client.query('UPDATE markets SET closes_at = greatest(now(), updated_at) WHERE id = $1', [recordId]);
      await client.end();
    }

    const read = async (path: string): Promise<any> => (await alice.get(path)).body;
    const portfolio = async (agent: AgentClient): Promise<any> =>
      (await read(`/agent/portfolio/${agent.agentId}`)).portfolio;

    it('have a record of a market after its creation', async () => {
      const execution = await create('rain-in-porto', LIFE_S);
      market = { market_id: 'rain-in-porto', market_contract_address: execution.market_contract_address };
      const { markets } = await read('/markets?sort=-created_at&limit=50');
      const record = markets.find(({ onchain }: any) => onchain?.market_id === 'rain-in-porto');
      recordId = record.id;
      expect(record).toMatchObject({ title: 'Will it rain?', status: 'OPEN', chain: 'CHAIN-TESTNET' });
      expect((await read(`/markets/${recordId}`)).market.onchain).toEqual({
        market_id: 'rain-in-porto',
        last_stake_at: null,
        market_contract_address: execution.market_contract_address,
        deployment_transaction_hash: execution.transaction_hash,
        resolver: alice.address,
        yes_pool: '0',
        no_pool: '0',
        implied_probability_yes: null,
        as_of_block: expect.any(Number),
      });
    });

    it('show the resolver and when the market can be closed, resolved and cancelled', async () => {
      const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
      expect((await read(`/markets/${recordId}`)).market.resolution_terms).toEqual({
        source: null,
        resolver: alice.address,
        resolver_is_creator: true,
        resolver_holds_position: false,
        creator_holds_position: false,
        closable_at: at(closeS),
        resolvable_at: at(closeS),
        cancellable_by_anyone_at: at(closeS + 30 * 86_400),
        due_at: at(closeS + 86_400),
        overdue: false,
      });
    });

    it('show pools, positions and portfolio after a buy', async () => {
      await indexed(alice, 'buy_yes', { ...market, amount: '10' });
      expect((await portfolio(alice)).positions).toMatchObject([
        { outcome: 'YES', quantity: '10', current_value: '10' },
      ]);
      await indexed(robin, 'buy_no', { ...market, amount: '30' });
      const { onchain, resolution_terms } = (await read(`/markets/${recordId}`)).market;
      expect(onchain).toMatchObject({ yes_pool: '10', no_pool: '30', implied_probability_yes: '0.25' });
      expect(resolution_terms.resolver_holds_position).toBe(true);
      const { positions } = await read(`/markets/${recordId}/positions`);
      // Their order is open: both may be indexed in one batch.
      expect(positions.sort((a: any, b: any) => a.outcome.localeCompare(b.outcome))).toMatchObject([
        { outcome: 'NO', quantity: '30', average_entry_price: '0.75', realized_pnl: '0' },
        { outcome: 'YES', quantity: '10', average_entry_price: '1', realized_pnl: '0' },
      ]);
      const [no] = positions;
      expect((await read(`/users/${no.user_id}/positions`)).positions).toEqual([no]);
    });

    it('close trading on time, in the stored row too, without a call', async () => {
      await product.chain.reach(closeS);
      await moveCloseToNow();
      await eventually(
        async () => (await read(`/markets?status=TRADING_CLOSED&limit=50`)).markets,
        (markets) => markets.some(({ id, updated_at, closes_at }: any) => id === recordId && updated_at === closes_at),
      );
    });

    it('show the resolution and pending settlements after a resolution', async () => {
      expect((await alice.get(`/markets/${recordId}/resolution`)).status).toBe(404);
      const { body } = await indexed(alice, 'resolve_market', { ...market, outcome: 'yes' });
      expect((await read(`/markets/${recordId}/resolution`)).resolution).toMatchObject({
        market_id: recordId,
        winning_outcome: 'YES',
        status: 'RESOLVED',
        resolver_type: 'manual',
        evidence_reference: body.execution.transaction_hash,
        resolved_at: expect.stringMatching(TIMESTAMP),
      });
      const { settlements } = await read(`/markets/${recordId}/settlements`);
      expect(settlements).toMatchObject([
        { outcome: 'YES', amount: '40', status: 'PENDING', tx_hash: null, settled_at: null },
      ]);
      expect((await read(`/markets/${recordId}`)).market).toMatchObject({
        status: 'RESOLVED',
        winning_outcome: 'YES',
        resolved_at: expect.stringMatching(TIMESTAMP),
        settled_at: null,
      });
      expect((await portfolio(alice)).positions).toMatchObject([{ claimable: '40', claim_action: 'claim_payout' }]);
      expect((await portfolio(robin)).positions).toMatchObject([{ claimable: '0', realized_pnl: '-30' }]);
    });

    it('show the settlement, and a market without open claims as settled', async () => {
      const { body } = await indexed(alice, 'claim_payout', market);
      const hash = body.execution.transaction_hash;
      expect(hash).toMatch(HASH);
      const { settlements } = await read(`/markets/${recordId}/settlements`);
      expect(settlements).toMatchObject([
        { amount: '40', status: 'SETTLED', tx_hash: hash, settled_at: expect.stringMatching(TIMESTAMP) },
      ]);
      expect((await read(`/users/${settlements[0].user_id}/settlements`)).settlements).toEqual(settlements);
      expect((await read(`/markets/${recordId}`)).market).toMatchObject({
        status: 'SETTLED',
        settled_at: settlements[0].settled_at,
      });
      expect((await portfolio(alice)).settlements).toMatchObject([{ status: 'SETTLED', amount: '40', tx_hash: hash }]);
    });

    it('link a market on chain to the record whose id is its market_id', async () => {
      const { creator_user_id } = (await read(`/markets/${recordId}`)).market;
      const { body } = await alice.post('/markets', {
        creator_user_id,
        title: 'Will the snow stay?',
        category: 'weather',
        chain: 'CHAIN-TESTNET',
        closes_at: new Date(Date.now() + 86_400_000).toISOString(),
      });
      const { market_contract_address } = await create(body.market.id, 600);
      const { market: linked } = await read(`/markets/${body.market.id}`);
      expect(linked).toMatchObject({
        title: 'Will the snow stay?',
        category: 'weather',
        closes_at: new Date(closeS * 1000).toISOString(),
        onchain: { market_id: body.market.id, market_contract_address },
      });
      await indexed(alice, 'cancel_market', { market_id: body.market.id, market_contract_address });
      expect((await read(`/markets/${body.market.id}`)).market.status).toBe('CANCELLED');
      expect((await alice.get(`/markets/${body.market.id}/resolution`)).status).toBe(404);
    });

    it('include trades that bypass the product', async () => {
      const { market_contract_address } = await create('open-to-all', 600);
      const [carol] = (await product.fundedAgents('agent_carol_02')) as [AgentClient];
      const collateralToken = product.stack.deployment.collateral;
      const stranger = '0x00000000000000000000000000000057a26e0000';
      const transfer = tokenInterface.encodeFunctionData('transfer', [stranger, 30_000_000n]);
      await product.chain.sendAs(carol.address, collateralToken, transfer);
      for (const [account, buy, amount] of [
        [carol.address, 'buyYes(uint256)', 10_000_000n],
        [stranger, 'buyNo(uint256)', 30_000_000n],
      ] as const) {
        await product.chain.sendAs(account, collateralToken, encodeApproval(market_contract_address, amount).callData);
        await product.chain.sendAs(account, market_contract_address, marketInterface.encodeFunctionData(buy, [amount]));
      }

      const { markets } = await read('/markets?limit=50');
      const { id } = markets.find(({ onchain }: any) => onchain?.market_contract_address === market_contract_address);
      const positions = await eventually(
        async () => (await read(`/markets/${id}/positions`)).positions,
        (found) => found.length === 2,
      );
      // Their order is open: both may have the same timestamp.
      const no = positions.find(({ outcome }: any) => outcome === 'NO');
      expect(no).toMatchObject({ outcome: 'NO', quantity: '30', average_entry_price: '0.75' });
      expect((await read(`/users/${no.user_id}/positions`)).positions).toEqual([no]);
      expect((await portfolio(carol)).positions).toMatchObject([
        { outcome: 'YES', quantity: '10', market_id: 'open-to-all' },
      ]);
      const { quote } = await read(`/markets/${id}/quote?outcome=YES&amount=10`);
      expect(quote).toMatchObject({ yes_pool: '10', no_pool: '30', payout_multiple: '2.5' });
      const { candles } = (await read(`/markets/${id}/history`)).history;
      expect(candles[0].close).toBe('0.25');
      // The two buys may fall into two hours.
      expect(candles.reduce((sum: number, { volume }: any) => sum + Number(volume), 0)).toBe(40);
    });

    it('open a draft on time, in the stored row too, without a call', async () => {
      const { creator_user_id } = (await read(`/markets/${recordId}`)).market;
      const { body } = await alice.post('/markets', {
        creator_user_id,
        title: 'Will it open?',
        chain: 'CHAIN-TESTNET',
        opens_at: new Date(Date.now() + 3_000).toISOString(),
        closes_at: new Date(Date.now() + 86_400_000).toISOString(),
      });
      expect(body.market.status).toBe('DRAFT');
      const opened = await eventually(
        async () => (await read(`/markets/${body.market.id}`)).market,
        ({ updated_at, opens_at }) => updated_at === opens_at,
      );
      expect(opened.status).toBe('OPEN');
    });

    it('go on whichever worker is killed', async () => {
      const { market_contract_address } = await create('after-a-kill', 600);
      for (const [index, worker] of product.stack.workers.entries()) {
        await worker.kill('SIGKILL');
        const amount = `2.${index + 1}`;
        const { body } = await indexed(robin, 'buy_yes', {
          market_id: 'after-a-kill',
          market_contract_address,
          amount,
        });
        expect(body.execution.status).toBe('executed');
        await eventually(
          async () => (await portfolio(robin)).positions,
          (positions) => positions.some(({ quantity }: any) => quantity === (index === 0 ? '2.1' : '4.3')),
        );
        await worker.start();
      }
    });
  });
}
