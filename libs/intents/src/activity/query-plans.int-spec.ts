import { OwnersRepository, WalletsRepository } from '@app/agents';
import { type Page, type PageRequest } from '@app/common';
import { INTENT_STATUSES, type IntentRequest } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { PlanReader } from '../../../../test/support/plan-reader.js';
import { PortfolioRepository } from '../../../agents/src/portfolio/portfolio.repository.js';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { IntentsRepository } from '../intents/intents.repository.js';
import { encodeLoadKey, SELECT_PREVIEW_CONTEXT_SQL } from '../intents/preview-context.repository.js';
import { ActivityRepository } from './activity.repository.js';

const AGENT = 'agent_17_of_many';
const FIRST_PAGE: PageRequest = { limit: 50, after: null };
const LATER_PAGE: PageRequest = { limit: 50, after: { at: new Date('2026-01-01T00:00:00Z'), id: 'agent_intent_5' } };

const ALL = { agentId: AGENT, status: undefined, sourceClient: undefined, clientRequestId: undefined };
const REQUEST = {
  ...{ agentId: AGENT, sourceClient: null, clientRequestId: '16', action: 'buy_yes', marketContractAddress: '0x' },
} as IntentRequest;

/** Postgres compares plans made for the parameters with a general one after the fifth run. */
const READS_BEFORE_A_PLAN_IS_KEPT = 5;
/** Tables with a row or a few, whatever the load. Of account_limits, all but the look-up read the first row only. */
const SCAN_OF_FEW_ROWS =
  /Seq Scan on (?:chain_index|engine_cluster|execution_pauses|provider_accounts|worker_heartbeats|account_limits(?! l))\b/g;

describe('query plans of an agent’s lists among many agents', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    await open.database.transaction(async (tx) => {
      // Without the triggers that write event logs.
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(`
        WITH agents AS (
          INSERT INTO users (kind, agent_id) SELECT 'agent', 'agent_' || n || '_of_many' FROM generate_series(1, 400) AS n
          RETURNING id, agent_id
        ), wallets AS (
          INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status)
          SELECT agent_id, id, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active' FROM agents
          RETURNING id
        )
        INSERT INTO lanes (id) SELECT id FROM wallets`);
      await tx.query(`
        INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash, client_request_id,
          created_at)
        SELECT 'agent_intent_' || n, 'agent_' || n % 400 + 1 || '_of_many', 'buy_yes', 'executed', '0x', 'm',
          'h' || n % 5, n::text, now() - n * interval '1 second'
        FROM generate_series(1, 20000) AS n`);
      await tx.query(`
        INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
          broadcast_performed, market_contract_address, created_at, completed_at)
        SELECT 'agent_execution_' || i.id, i.id, i.agent_id, w.id, '0x', i.action, 1, 'executed', 'r', true, 'm',
          i.created_at, i.created_at
        FROM agent_intents AS i JOIN agent_wallets AS w USING (agent_id)`);
    });
    await open.database.query('ANALYZE agent_intents, executions, agent_wallets');
  });
  afterAll(() => open.close());

  it.each<[string, (sql: SqlSession) => Promise<unknown>]>([
    ['activity', (sql): Promise<Page<unknown>> => new ActivityRepository(sql).list(AGENT, FIRST_PAGE)],
    ['a later page of activity', (sql): Promise<Page<unknown>> => new ActivityRepository(sql).list(AGENT, LATER_PAGE)],
    ['executions of an intent', (sql) => new ExecutionsRepository(sql).listByIntent('agent_intent_5', FIRST_PAGE)],
    ['holdings', (sql) => new PortfolioRepository(sql).readHoldings(AGENT, `0x${'17'.repeat(20)}`)],
    ['intents', (sql) => new IntentsRepository(sql).list(ALL, FIRST_PAGE)],
    ['intents of a status', (sql) => new IntentsRepository(sql).list({ ...ALL, status: 'executed' }, LATER_PAGE)],
    ['intents of a key', (sql) => new IntentsRepository(sql).list({ ...ALL, clientRequestId: '16' }, FIRST_PAGE)],
    ['facts of a preview', (sql) => sql.query(SELECT_PREVIEW_CONTEXT_SQL, [[encodeLoadKey(REQUEST, 'h')]])],
    ['an intent with its wallet', (sql) => new IntentsRepository(sql).findWithWallets(['agent_intent_5'])],
    ['an idempotency key', (sql) => new IntentsRepository(sql).findByKey(REQUEST)],
  ])('%s: no sequential scan', async (_list, read) => {
    const reader = new PlanReader(open.database);
    await read(reader);
    expect(reader.plans).toHaveLength(1);
    expect(reader.plans.join()).toContain('Index');
    expect(reader.plans.join().replaceAll(SCAN_OF_FEW_ROWS, '')).not.toContain('Seq Scan');
  });

  it.each<[string, (sql: SqlSession) => Promise<unknown>]>([
    ['facts of a preview', (sql) => sql.query(SELECT_PREVIEW_CONTEXT_SQL, [[encodeLoadKey(REQUEST, 'h')]])],
    ['an intent', (sql) => new IntentsRepository(sql).findMany(['agent_intent_5'])],
    ['an intent with its wallet', (sql) => new IntentsRepository(sql).findWithWallets(['agent_intent_5'])],
    ['an execution', (sql) => new ExecutionsRepository(sql).findMany(['agent_execution_agent_intent_5'])],
    ['a wallet', (sql) => new WalletsRepository(sql).findByAgentIds([AGENT])],
    ['the owner of an intent', (sql) => new OwnersRepository(sql).find('intent', ['agent_intent_5'])],
  ])('%s: the plan of the first reads is kept', async (_read, read) => {
    await open.database.transaction(async (tx) => {
      for (let count = 0; count < READS_BEFORE_A_PLAN_IS_KEPT + 1; count += 1) await read(tx);
      const plans = await tx.query(
        'SELECT generic_plans::integer AS kept FROM pg_prepared_statements ORDER BY prepare_time DESC LIMIT 1',
      );
      expect(plans).toEqual([{ kept: 1 }]);
    });
  });

  it('the agent’s latest repeat of a request is read first, however many agents sent the same', async () => {
    const reader = new PlanReader(open.database);
    await reader.query(SELECT_PREVIEW_CONTEXT_SQL, [[encodeLoadKey(REQUEST, 'h4')]]);
    expect(reader.plans.join()).toContain('Index Scan Backward using agent_intents_repeat_idx');
  });

  it('intents of a key are found by the key', async () => {
    const reader = new PlanReader(open.database);
    await new IntentsRepository(reader).list({ ...ALL, clientRequestId: '16' }, FIRST_PAGE);
    expect(reader.plans.join()).toContain('agent_intents_idempotency_key');
  });

  it.each(INTENT_STATUSES.filter((status) => status !== 'executed'))(
    '%s intents are read in the order of their index',
    async (status) => {
      const reader = new PlanReader(open.database);
      await new IntentsRepository(reader).list({ ...ALL, status }, LATER_PAGE);
      expect(reader.plans.join()).toContain('agent_intents_status_idx');
    },
  );

  it('activity reads one page from each of its indexes', async () => {
    const reader = new PlanReader(open.database);
    await new ActivityRepository(reader).list(AGENT, LATER_PAGE);
    expect(reader.plans.join()).toContain('agent_intents_agent_id_idx');
    expect(reader.plans.join()).toContain('executions_agent_id_idx');
  });
});
