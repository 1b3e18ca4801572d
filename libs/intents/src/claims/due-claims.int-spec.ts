import { randomUUID } from 'node:crypto';
import { type Action, ACTION_NAMES, AUTO_CLAIM_CLIENT, newId } from '@app/common';
import { type HoldingFields, recordHolding, recordIndexedBlock } from '../../../../test/agents/holdings.js';
import { type ExecutionFields, recordExecution } from '../../../../test/agents/executions.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { PlanReader } from '../../../../test/support/plan-reader.js';
import { type DueClaim, DueClaimsRepository } from './due-claims.repository.js';

const DECIDED_BLOCK = 5;
const HEAD = 7;
const OTHERS = 1_000;
const RESOLVED: HoldingFields = { phase: 'resolved', winningOutcome: 'YES', payout: '40' };

interface Holder {
  agentId: string;
  market: string;
}

interface WalletFields {
  autoClaim?: boolean;
  actions?: readonly Action[];
  status?: string;
}

interface IntentFields {
  status: string;
  action?: string;
  client?: string;
  execution?: ExecutionFields;
}

describe('due claims', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    await recordIndexedBlock(open.database);
    await open.database.query('UPDATE chain_index SET head_number = $1', [HEAD]);
  });
  afterAll(() => open.close());

  const randomAddress = (): string => `0x${`${randomUUID()}${randomUUID()}`.replaceAll('-', '').slice(0, 40)}`;

  /** Inserts an agent whose wallet claims automatically, with a holding in a market that was decided at `DECIDED_BLOCK`. */
  async function holder(fields: HoldingFields = RESOLVED, wallet: WalletFields = {}): Promise<Holder> {
    const { autoClaim = true, actions = ACTION_NAMES, status = 'active' } = wallet;
    const agentId = `agent_${randomUUID().replaceAll('-', '')}`;
    const [address, market] = [randomAddress(), randomAddress()];
    await open.database.query(
      `WITH owner AS (INSERT INTO users (kind, agent_id, wallet_address) VALUES ('agent', $1, $2) RETURNING id)
       INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status, auto_claim)
       SELECT $1, id, $2, $1, 'provider_agent_wallet', 'CHAIN-TESTNET', $3, $4, $5 FROM owner`,
      [agentId, address, actions, status, autoClaim],
    );
    await recordHolding(open.database, { walletAddress: address, marketAddress: market }, fields);
    await open.database.query(
      `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash, market_contract_address,
         name, account)
       SELECT $1, (SELECT count(*) FROM chain_events), '0x', now(), '0x', $2, $3, $4`,
      [DECIDED_BLOCK, market, fields.phase === 'cancelled' ? 'Cancelled' : 'Resolved', address],
    );
    return { agentId, market };
  }

  /** Inserts an intent of the holder for its market. @returns its id */
  async function intent(
    { agentId, market }: Holder,
    { status, action = 'claim_payout', ...fields }: IntentFields,
  ): Promise<string> {
    const id = newId('agent_intent');
    await open.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, source_client,
         request_hash, executions_count)
       VALUES ($1, $2, $3, $4, '0x', 'my-name', $5, $6, '', 1)`,
      [id, agentId, action, status, market, fields.client ?? AUTO_CLAIM_CLIENT],
    );
    if (fields.execution !== undefined) {
      const executionId = await recordExecution(open.database, id, fields.execution);
      await open.database.query('UPDATE agent_intents SET current_execution_id = $2 WHERE id = $1', [id, executionId]);
    }
    return id;
  }

  const listOf = async ({ agentId }: Holder, confirmations = 3): Promise<DueClaim[]> =>
    (await new DueClaimsRepository(open.database).list(confirmations)).filter((claim) => claim.agentId === agentId);

  it.each([
    ['claim_payout', RESOLVED],
    ['claim_refund', { ...RESOLVED, phase: 'cancelled', winningOutcome: undefined } as const],
  ] as const)('are %s for what the index shows as unclaimed', async (action, fields) => {
    const held = await holder(fields);
    const expected = {
      ...{ agentId: held.agentId, marketContractAddress: held.market, action },
      intentId: null,
      others: 0,
    };
    expect(await listOf(held)).toEqual([expect.objectContaining(expected)]);
  });

  it('are due from the block on with which the resolution is as deep as the confirmations', async () => {
    const held = await holder();
    expect(await listOf(held, HEAD - DECIDED_BLOCK + 1)).toHaveLength(1);
    expect(await listOf(held, HEAD - DECIDED_BLOCK + 2)).toEqual([]);
  });

  it('have the name that the latest buy of the agent used for the market', async () => {
    const held = await holder();
    await intent(held, { status: 'executed', action: 'buy_yes', client: 'cli', execution: {} });
    expect(await listOf(held)).toEqual([expect.objectContaining({ marketId: 'my-name' })]);
  });

  it.each<[what: string, fields: HoldingFields, wallet: WalletFields]>([
    ['a wallet without auto_claim', RESOLVED, { autoClaim: false }],
    ['a disabled wallet', RESOLVED, { status: 'disabled' }],
    ['a wallet that may not claim', RESOLVED, { actions: ['buy_yes'] }],
    ['what was claimed', { ...RESOLVED, claimTransactionHash: '0x' }, {}],
  ])('leave out %s', async (_what, fields, wallet) => {
    expect(await listOf(await holder(fields, wallet))).toEqual([]);
  });

  it.each<[what: string, intent: IntentFields]>([
    ['by hand', { status: 'executing', client: 'cli', execution: { status: 'queued' } }],
    ['by a worker', { status: 'executing', execution: { status: 'broadcast' } }],
  ])('leave out a claim that is under way %s', async (_what, fields) => {
    const held = await holder();
    await intent(held, fields);
    expect(await listOf(held)).toEqual([]);
  });

  it('leave out an executed claim that the index has not reached', async () => {
    const held = await holder();
    await intent(held, { status: 'executed', execution: {} });
    expect(await listOf(held)).toEqual([]);
  });

  it('leave out a market whose automatic claim was cancelled by request, but not one that had nothing to do', async () => {
    const [stopped, needless] = [await holder(), await holder()];
    await intent(stopped, { status: 'cancelled', execution: { status: 'cancelled' } });
    await intent(needless, { status: 'cancelled', execution: { status: 'cancelled', failure: 'already_claimed' } });
    expect(await listOf(stopped)).toEqual([]);
    expect(await listOf(needless)).toEqual([expect.objectContaining({ intentId: null, others: 1 })]);
  });

  it('repeat a failed claim after a pause, and make another one after a claim of the other action', async () => {
    const [failed, other] = [await holder(), await holder()];
    const intentId = await intent(failed, { status: 'failed', execution: { status: 'failed' } });
    await intent(other, { status: 'failed', action: 'claim_refund', execution: { status: 'failed' } });
    expect(await listOf(failed)).toEqual([]);
    await open.database.query(`UPDATE agent_intents SET updated_at = now() - interval '11 s' WHERE status = 'failed'`);
    expect(await listOf(failed)).toEqual([expect.objectContaining({ intentId, others: 0 })]);
    expect(await listOf(other)).toEqual([expect.objectContaining({ intentId: null, others: 1 })]);
  });

  it('are found by indexes, whatever others hold and have executed', async () => {
    await open.database.query(`
      WITH other AS (INSERT INTO users (kind, agent_id, wallet_address)
          SELECT 'agent', 'other_' || n, '0x' || lpad(to_hex(n), 40, '0') FROM generate_series(1, ${OTHERS}) AS n RETURNING *),
        wallet AS (INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, wallet_provider, chain, allowed_actions, status)
          SELECT agent_id, id, wallet_address, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active' FROM other RETURNING *),
        lane AS (INSERT INTO lanes (id) SELECT id FROM wallet),
        record AS (INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset,
            chain, closes_at)
          SELECT id, wallet_address, 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() FROM other RETURNING *),
        market AS (INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver,
            closes_at, block_number, created_at, transaction_hash)
          SELECT title, id, false, '', '', '', now(), 1, now(), '' FROM record),
        intent AS (INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address,
            request_hash)
          SELECT 'i' || agent_id, agent_id, 'claim_payout', 'executing', '', '', agent_wallet_address, '' FROM wallet)
      INSERT INTO settlements (market_id, user_id, outcome, amount)
      SELECT r.id, r.creator_user_id, 'YES', 1 FROM record AS r`);
    await open.database.query(`
      INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref, market_contract_address)
      SELECT 'e' || agent_id, 'i' || agent_id, agent_id, id, agent_wallet_address, 'claim_payout', 1, agent_id, agent_wallet_address
      FROM agent_wallets WHERE agent_id LIKE 'other%'`);
    await open.database.query(`INSERT INTO execution_steps (execution_id, kind) SELECT id, 'main' FROM executions
      ON CONFLICT DO NOTHING`);
    await open.database
      .query(`INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
        market_contract_address, name, account)
      SELECT 100 + row_number() OVER (), 0, '', now(), '', market_contract_address, 'Resolved', '' FROM chain_markets`);
    await open.database.query('ANALYZE');
    const reader = new PlanReader(open.database);
    await new DueClaimsRepository(reader).list(1);
    const scanned = [...reader.plans.join().matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
    expect(scanned).toEqual(['chain_index']);
  });
});
