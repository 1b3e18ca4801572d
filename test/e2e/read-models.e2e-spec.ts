import { encodeApproval, marketInterface, tokenInterface } from '@app/contracts';
import pg from 'pg';
import { startStack, type Stack } from '../support/index.js';
import { AgentClient, eventually } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';

const LIFE_S = 300;
const HASH = /^0x[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('what the reads say of a market, through its life', () => {
  let stack: Stack;
  let chain: ChainClient;
  let alice: AgentClient;
  let robin: AgentClient;
  let collateralToken: string;
  let market: { market_id: string; market_contract_address: string };
  let closeS: number;
  let recordId: string;

  beforeAll(async () => {
    stack = await startStack({ workers: 2, env: { INDEX_LEASE_MS: '1000' } });
    chain = new ChainClient(stack.rpcUrl);
    alice = new AgentClient(stack.api.url, 'agent_alice_02');
    robin = new AgentClient(stack.api.url, 'agent_robin_02');
    await Promise.all([alice.setUp(), robin.setUp()]);
    collateralToken = (await alice.get('/chain/contract')).body.collateral_erc20_interface;
  });

  afterAll(async () => {
    chain?.close();
    await stack?.stop();
  });

  async function create(marketId: string, lifeS: number): Promise<any> {
    closeS = (await chain.now()) + lifeS;
    const { body } = await alice.run('create_market', {
      market_id: marketId,
      question: 'Will it rain?',
      close_timestamp: String(closeS),
      resolver: alice.address,
      collateral_token: collateralToken,
    });
    return body.execution;
  }

  /** The database's clock cannot be put forward as the chain's can: the close comes to it instead. */
  async function closeNow(): Promise<void> {
    const client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    await client.query('UPDATE markets SET closes_at = greatest(now(), updated_at) WHERE id = $1', [recordId]);
    await client.end();
  }

  const read = async (path: string): Promise<any> => (await alice.get(path)).body;
  const portfolio = async (agent: AgentClient): Promise<any> =>
    (await read(`/agent/portfolio/${agent.agentId}`)).portfolio;

  it('a market made on the chain has a record of its own as soon as its creation is answered', async () => {
    const execution = await create('rain-in-porto', LIFE_S);
    market = { market_id: 'rain-in-porto', market_contract_address: execution.market_contract_address };
    const { markets } = await read('/markets?q=Will it rain%3F&limit=1');
    recordId = markets[0].id;
    expect(markets[0]).toMatchObject({ title: 'Will it rain?', status: 'OPEN', chain: 'CHAIN-TESTNET' });
    expect((await read(`/markets/${recordId}`)).market.onchain).toEqual({
      market_id: 'rain-in-porto',
      market_contract_address: execution.market_contract_address,
      deployment_transaction_hash: execution.transaction_hash,
      resolver: alice.address,
      yes_pool: '0',
      no_pool: '0',
      implied_probability_yes: null,
      as_of_block: expect.any(Number),
    });
  });

  it('says who decides it, and from when on what can be done about it', async () => {
    const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
    expect((await read(`/markets/${recordId}`)).market.resolution_terms).toEqual({
      source: null,
      resolver: alice.address,
      resolver_is_creator: true,
      resolver_holds_position: false,
      closable_at: at(closeS),
      resolvable_at: at(closeS),
      cancellable_by_anyone_at: at(closeS + 30 * 86_400),
    });
  });

  it('shows pools, positions and portfolio right after each buy was answered', async () => {
    await alice.run('buy_yes', { ...market, amount: '10' });
    expect((await portfolio(alice)).positions).toMatchObject([{ outcome: 'YES', quantity: '10', current_value: '10' }]);
    await robin.run('buy_no', { ...market, amount: '30' });
    const { onchain, resolution_terms } = (await read(`/markets/${recordId}`)).market;
    expect(onchain).toMatchObject({ yes_pool: '10', no_pool: '30', implied_probability_yes: '0.25' });
    expect(resolution_terms.resolver_holds_position).toBe(true);
    const { positions } = await read(`/markets/${recordId}/positions`);
    // Both may have been read from the chain in one go, and are then of the same moment.
    expect(positions.sort((a: any, b: any) => a.outcome.localeCompare(b.outcome))).toMatchObject([
      { outcome: 'NO', quantity: '30', average_entry_price: '0.75', realized_pnl: '0' },
      { outcome: 'YES', quantity: '10', average_entry_price: '1', realized_pnl: '0' },
    ]);
    const [no] = positions;
    expect((await read(`/users/${no.user_id}/positions`)).positions).toEqual([no]);
  });

  it('closes to trading on time, in the stored row too, although nobody closed it', async () => {
    await chain.reach(closeS);
    await closeNow();
    await eventually(
      async () => (await read(`/markets?status=TRADING_CLOSED&limit=50`)).markets,
      (markets) => markets.some(({ id, updated_at, closes_at }: any) => id === recordId && updated_at === closes_at),
    );
  });

  it('shows the resolution, and what it owes, right after it was answered', async () => {
    expect((await alice.get(`/markets/${recordId}/resolution`)).status).toBe(404);
    const { body } = await alice.run('resolve_market', { ...market, outcome: 'yes' });
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

  it('shows the settlement, and a market with nothing left to claim as settled', async () => {
    const { body } = await alice.run('claim_payout', market);
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

  it('links a market to the record that its creator named it by', async () => {
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
    await alice.run('cancel_market', { market_id: body.market.id, market_contract_address });
    expect((await read(`/markets/${body.market.id}`)).market.status).toBe('CANCELLED');
    expect((await alice.get(`/markets/${body.market.id}/resolution`)).status).toBe(404);
  });

  it('counts what anybody trades on the contract, past the product', async () => {
    const { market_contract_address } = await create('open-to-all', 600);
    const carol = new AgentClient(stack.api.url, 'agent_carol_02');
    await carol.setUp();
    const stranger = '0x00000000000000000000000000000057a26e0000';
    const transfer = tokenInterface.encodeFunctionData('transfer', [stranger, 30_000_000n]);
    await chain.sendAs(carol.address, collateralToken, transfer);
    for (const [account, buy, amount] of [
      [carol.address, 'buyYes(uint256)', 10_000_000n],
      [stranger, 'buyNo(uint256)', 30_000_000n],
    ] as const) {
      await chain.sendAs(account, collateralToken, encodeApproval(market_contract_address, amount).callData);
      await chain.sendAs(account, market_contract_address, marketInterface.encodeFunctionData(buy, [amount]));
    }

    const { markets } = await read('/markets?limit=50');
    const { id } = markets.find(({ onchain }: any) => onchain?.market_contract_address === market_contract_address);
    const positions = await eventually(
      async () => (await read(`/markets/${id}/positions`)).positions,
      (found) => found.length === 2,
    );
    // Both may be of one second, so either can be the newest.
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
    // An hour may have ended between the two.
    expect(candles.reduce((sum: number, { volume }: any) => sum + Number(volume), 0)).toBe(40);
  });

  it('opens a draft on time, in the stored row too, although nobody asks for it', async () => {
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

  it('goes on whichever worker is killed', async () => {
    const { market_contract_address } = await create('after-a-kill', 600);
    for (const [index, worker] of stack.workers.entries()) {
      await worker.kill('SIGKILL');
      const amount = `2.${index + 1}`;
      const { body } = await robin.run('buy_yes', { market_id: 'after-a-kill', market_contract_address, amount });
      expect(body.execution.status).toBe('executed');
      await eventually(
        async () => (await portfolio(robin)).positions,
        (positions) => positions.some(({ quantity }: any) => quantity === (index === 0 ? '2.1' : '4.3')),
      );
      await worker.start();
    }
  });
});
