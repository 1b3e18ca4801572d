import { randomUUID } from 'node:crypto';
import {
  BudgetExceededError,
  type BudgetRejection,
  BudgetsService,
  rebindWallet,
  releaseWallet,
  setAccountLimits,
} from '@app/agents';
import { type Action, AppError } from '@app/common';
import type { SqlSession } from '@app/persistence';
import {
  type EngineFixture,
  MARKET,
  openEngineFixture,
  type WalletOverrides,
} from '../../../../test/support/engine-fixture.js';
import { type ConnectedDatabase, connectDatabase } from '../../../../test/support/open-database.js';
import { pagesRead } from '../../../../test/support/page-counting-sql.js';
import { acceptExecution } from './accept-execution.js';
import { cancelIntent } from './cancel-intent.js';
import { freezeWallet } from './freeze-wallet.js';

const ACCEPTANCE = { requestId: 'test', executionEnabled: true, maxQueued: 1_000 };

describe('budgets', () => {
  let fixture: EngineFixture;
  /** Database of a second API process. */
  let other: ConnectedDatabase;
  beforeAll(async () => {
    fixture = await openEngineFixture();
    other = await connectDatabase(fixture.databaseUrl);
  });
  afterAll(async () => {
    await other?.close();
    await fixture?.close();
  });

  const query = <Row extends Record<string, unknown>>(text: string, parameters: string[] = []): Promise<Row[]> =>
    fixture.database.query<Row>(text, parameters);
  const accept = async (intentId: string, database = fixture.database): Promise<string | BudgetRejection> => {
    try {
      return (await acceptExecution(database, { ...ACCEPTANCE, intentId })).id;
    } catch (error) {
      if (error instanceof BudgetExceededError) return error.rejection;
      throw error;
    }
  };
  const buy = async (agentId: string, amount: string, market = MARKET): Promise<string | BudgetRejection> =>
    accept(await fixture.intent(agentId, { amount, market }));
  const bought = async (agentId: string, amount: string, market = MARKET): Promise<string> => {
    const result = await buy(agentId, amount, market);
    if (typeof result !== 'string') throw new Error(`refused by ${result.rule}`);
    return result;
  };
  const end = (executionId: string, status: string, completed = 'now()'): Promise<unknown> =>
    query(`UPDATE executions SET status = $2, completed_at = ${completed} WHERE id = $1`, [executionId, status]);
  const become = (executionId: string, status: string): Promise<unknown> =>
    query('UPDATE executions SET status = $2, completed_at = NULL WHERE id = $1', [executionId, status]);
  const budgets = async (agentId: string) => (await new BudgetsService(fixture.database).get(agentId)).rules;
  const events = async (agentId: string): Promise<string[]> =>
    (
      await query<{ type: string }>(
        `SELECT type FROM logged_events WHERE log = $1 AND type LIKE 'budget.%' ORDER BY seq`,
        [`agent:${agentId}`],
      )
    ).map(({ type }) => type);
  const limited = (overrides: WalletOverrides) => fixture.wallet(overrides);

  describe('of concurrent executions', () => {
    it('accepts as many stakes of an agent as its limit holds, over two processes', async () => {
      const { agentId } = await limited({ dailyLimit: '95' });
      const ids = await Promise.all(Array.from({ length: 30 }, () => fixture.intent(agentId)));
      const answers = await Promise.all(
        ids.map((id, index) => accept(id, index % 2 ? other.database : fixture.database)),
      );
      expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(9);
      expect(await budgets(agentId)).toMatchObject([{ reserved: '90', headroom: '5' }]);
    });

    it('answers repeats of one execution as such, also when the limit has no room for a second stake', async () => {
      const { agentId } = await limited({ dailyLimit: '15' });
      for (let round = 0; round < 5; round += 1) {
        const id = await fixture.intent(agentId);
        const answers = await Promise.allSettled(
          [fixture.database, other.database, fixture.database].map((database) => accept(id, database)),
        );
        const codes = answers.map((answer) =>
          answer.status === 'fulfilled' ? typeof answer.value : (answer.reason as AppError).code,
        );
        expect(codes.sort()).toEqual(['agent_intent_not_confirmed', 'agent_intent_not_confirmed', 'string']);
        await query(`UPDATE executions SET status = 'failed', completed_at = now() WHERE intent_id = $1`, [id]);
      }
    });

    it('accepts as many stakes of all agents of an account as its limit holds, over two processes', async () => {
      const ownerEmail = `${randomUUID()}@example.com`;
      const wallets = await Promise.all(Array.from({ length: 6 }, () => fixture.wallet({ ownerEmail })));
      await fixture.database.transaction((tx) =>
        setAccountLimits(tx, `mailbox:${ownerEmail}`, {
          dailyLimit: '100',
          marketLimit: null,
          openExposureLimit: null,
        }),
      );
      const ids = await Promise.all(
        wallets.flatMap(({ agentId }) => Array.from({ length: 5 }, () => fixture.intent(agentId))),
      );
      const answers = await Promise.all(
        ids.map((id, index) => accept(id, index % 2 ? other.database : fixture.database)),
      );
      expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(10);
      expect(answers.find((answer) => typeof answer !== 'string')).toMatchObject({
        scope: 'account',
        rule: 'daily_limit',
      });
    });

    it('does not deadlock with changes of the policy, cancellations and ends of executions', async () => {
      const ownerEmail = `${randomUUID()}@example.com`;
      const wallets = await Promise.all([1, 2, 3].map(() => fixture.wallet({ ownerEmail, dailyLimit: '1000' })));
      const limit = (dailyLimit: string) =>
        other.database.transaction((tx) =>
          setAccountLimits(tx, `mailbox:${ownerEmail}`, { dailyLimit, marketLimit: null, openExposureLimit: null }),
        );
      await limit('200');
      const work = wallets.map(async ({ agentId }) => {
        for (let turn = 0; turn < 8; turn += 1) {
          const intentId = await fixture.intent(agentId);
          const result = await accept(intentId, turn % 2 ? other.database : fixture.database);
          if (typeof result !== 'string') continue;
          if (turn % 3 === 0) await cancelIntent(fixture.database, intentId);
          else await end(result, turn % 3 === 1 ? 'failed' : 'executed');
        }
      });
      const changes = (async () => {
        for (let turn = 0; turn < 8; turn += 1) await limit(turn % 2 ? '200' : '150');
      })();
      await Promise.all([...work, changes]);
      expect(await budgets(wallets[0]?.agentId ?? '')).toContainEqual(
        expect.objectContaining({ scope: 'account', spent: '60', reserved: '0' }),
      );
    });
  });

  it('keeps the stake of an unknown execution, and frees that of a failed one at once', async () => {
    const { agentId } = await limited({ dailyLimit: '10' });
    const executionId = await bought(agentId, '10');
    await become(executionId, 'unknown');
    expect(await buy(agentId, '1')).toMatchObject({ rule: 'daily_limit', reserved: '10', spent: '0', headroom: '0' });
    await end(executionId, 'failed');
    await end(await bought(agentId, '10'), 'executed');
    expect(await buy(agentId, '1')).toMatchObject({ reserved: '0', spent: '10' });
  });

  it('frees the stakes of cancelled intents and frozen wallets', async () => {
    const { agentId } = await limited({ openExposureLimit: '10' });
    const intentId = await fixture.intent(agentId);
    await fixture.accept(intentId);
    await cancelIntent(fixture.database, intentId);
    await bought(agentId, '10');
    await fixture.database.transaction((tx) => freezeWallet(tx, agentId));
    expect(await budgets(agentId)).toMatchObject([{ reserved: '0', headroom: '10' }]);
    expect(await events(agentId)).toEqual(
      ['reserved', 'released', 'reserved', 'released'].map((name) => `budget.${name}`),
    );
  });

  it('counts a day from the end of each execution, and unfinished ones at any age', async () => {
    const { agentId } = await limited({ dailyLimit: '30' });
    const [first, second, third] = [
      await bought(agentId, '10'),
      await bought(agentId, '10'),
      await bought(agentId, '10'),
    ];
    await query(`UPDATE executions SET created_at = now() - interval '3 days' WHERE agent_id = $1`, [agentId]);
    await end(first, 'executed', `now() - interval '24 hours 1 second'`);
    await end(second, 'executed', `now() - interval '23 hours'`);
    const [rule] = await budgets(agentId);
    expect(rule).toMatchObject({ spent: '10', reserved: '10', headroom: '10' });
    expect(Date.parse(rule?.resetsAt ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    expect(Date.parse(rule?.resetsAt ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(await buy(agentId, '10.000001')).toMatchObject({ resets_at: rule?.resetsAt });
    expect(await buy(agentId, '10')).toEqual(expect.any(String));
    await end(third, 'failed');
  });

  it('counts a reopened execution as reserved again', async () => {
    const { agentId } = await limited({ dailyLimit: '10' });
    const executionId = await bought(agentId, '10');
    await end(executionId, 'executed');
    await become(executionId, 'broadcast');
    expect(await buy(agentId, '1')).toMatchObject({ spent: '0', reserved: '10' });
    expect(await events(agentId)).toEqual(['reserved', 'spent', 'reserved', 'refused'].map((name) => `budget.${name}`));
  });

  it('never counts or refuses other actions than buys', async () => {
    const { agentId } = await limited({ dailyLimit: '0', marketLimit: '0', openExposureLimit: '0' });
    const others: Action[] = ['claim_payout', 'claim_refund', 'close_market', 'resolve_market', 'cancel_market'];
    for (const action of others)
      expect(await accept(await fixture.intent(agentId, { action }))).toEqual(expect.any(String));
    expect(await buy(agentId, '1')).toMatchObject({ rule: 'daily_limit', reserved: '0' });
    expect(await events(agentId)).toEqual(['budget.refused']);
  });

  it('refuses with the first exceeded rule, those of the agent before those of the account', async () => {
    const ownerEmail = `${randomUUID()}@example.com`;
    const { agentId } = await limited({ marketLimit: '20', openExposureLimit: '10', ownerEmail });
    await fixture.database.transaction((tx) =>
      setAccountLimits(tx, `mailbox:${ownerEmail}`, { dailyLimit: '5', marketLimit: '5', openExposureLimit: null }),
    );
    expect(await buy(agentId, '21')).toMatchObject({ scope: 'agent', rule: 'market_limit', limit: '20' });
    expect(await buy(agentId, '11')).toMatchObject({ scope: 'agent', rule: 'open_exposure_limit' });
    expect(await buy(agentId, '6')).toMatchObject({ scope: 'account', rule: 'daily_limit' });
    expect((await budgets(agentId)).map(({ scope, rule }) => `${scope} ${rule}`)).toEqual([
      ...['agent market_limit', 'agent open_exposure_limit', 'account daily_limit', 'account market_limit'],
    ]);
  });

  it('logs a refusal of an intent once for each rule', async () => {
    const { agentId } = await limited({ dailyLimit: '5' });
    const intentId = await fixture.intent(agentId);
    await accept(intentId);
    await accept(intentId);
    expect(await events(agentId)).toEqual(['budget.refused']);
    await query(
      `UPDATE agent_wallets SET daily_limit = NULL, market_limit = 5, policy_version = policy_version + 1
      WHERE agent_id = $1`,
      [agentId],
    );
    await accept(intentId);
    expect(await events(agentId)).toEqual(['budget.refused', 'budget.refused']);
  });

  it('writes no event of a budget for an agent without one', async () => {
    const { agentId } = await fixture.wallet();
    await end(await bought(agentId, '10'), 'executed');
    expect(await events(agentId)).toEqual([]);
    expect(await budgets(agentId)).toEqual([]);
  });

  it('counts stakes from before the limit was set', async () => {
    const { agentId } = await fixture.wallet();
    await end(await bought(agentId, '10'), 'executed');
    await query('UPDATE agent_wallets SET daily_limit = 15, policy_version = policy_version + 1 WHERE agent_id = $1', [
      agentId,
    ]);
    expect(await buy(agentId, '6')).toMatchObject({ spent: '10', headroom: '5' });
  });

  it('counts the earlier stakes of an agent that joins an account', async () => {
    const ownerEmail = `${randomUUID()}@example.com`;
    await fixture.database.transaction((tx) =>
      setAccountLimits(tx, `mailbox:${ownerEmail}`, { dailyLimit: '15', marketLimit: null, openExposureLimit: null }),
    );
    const [first, second] = [await fixture.wallet(), await fixture.wallet({ ownerEmail })];
    await bought(first.agentId, '10');
    await fixture.database.transaction((tx) => rebindWallet(tx, first.agentId, { email: ownerEmail }));
    expect(await buy(second.agentId, '6')).toMatchObject({ scope: 'account', reserved: '10', headroom: '5' });
    await fixture.database.transaction((tx) => releaseWallet(tx, first.agentId));
    expect(await buy(second.agentId, '6')).toEqual(expect.any(String));
  });

  describe('with the chain index', () => {
    const market = `0x${'cd'.repeat(20)}`;
    const address = async (agentId: string): Promise<string> =>
      (
        await query<{ address: string }>(
          'SELECT agent_wallet_address AS address FROM agent_wallets WHERE agent_id = $1',
          [agentId],
        )
      )[0]?.address ?? '';
    /** Indexes a buy, with the ref of the execution. */
    const index = async (executionId: string, amountBaseUnits: string, block: string): Promise<void> => {
      await query(
        `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
           market_contract_address, name, account, ref, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
         SELECT $3::bigint, 0, 'hash', now(), 'hash', market_contract_address, 'Bought', agent_wallet_address, ref, 'YES', $2, $2, 1
         FROM executions WHERE id = $1`,
        [executionId, amountBaseUnits, block],
      );
      await query(`UPDATE chain_index SET block_number = $1, block_hash = 'hash'`, [block]);
    };
    const execute = async (executionId: string, block: string): Promise<void> => {
      await query(
        `UPDATE execution_steps SET status = 'done', block_number = $2, block_hash = 'hash'
        WHERE execution_id = $1 AND kind = 'main'`,
        [executionId, block],
      );
      await query('UPDATE executions SET block_number = $2 WHERE id = $1', [executionId, block]);
      await end(executionId, 'executed');
    };
    const phase = (name: string): Promise<unknown> =>
      query(
        `UPDATE chain_markets SET phase = $2, winning_outcome = CASE $2 WHEN 'resolved' THEN 'YES' END
        WHERE market_contract_address = $1`,
        [market, name],
      );

    beforeAll(async () => {
      await query(`UPDATE chain_index SET base_unit = 0.000001, block_number = 10, block_hash = 'hash'`);
      await query(
        `WITH creator AS (INSERT INTO users (kind, wallet_address) VALUES ('address', $1) RETURNING id),
         record AS (INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label,
             collateral_asset, chain, closes_at, from_chain)
           SELECT id, 'market', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + interval '1 day', true
           FROM creator RETURNING id)
         INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
           block_number, created_at, transaction_hash)
         SELECT $1, id, false, 'market', $1, $1, now() + interval '1 day', 1, now(), 'hash' FROM record`,
        [market],
      );
    });

    it('counts each stake once, whether index or record is first', async () => {
      const { agentId } = await limited({ marketLimit: '100', openExposureLimit: '100' });
      const used = async (): Promise<string[]> =>
        (await budgets(agentId)).map(({ rule, spent, reserved }) => `${rule} ${spent} ${reserved}`);
      const [first, second] = [await bought(agentId, '10', market), await bought(agentId, '20', market)];
      expect(await used()).toEqual(['market_limit 0 30', 'open_exposure_limit 0 30']);
      await index(first, '10000000', '11'); // indexed before its record says so
      expect(await used()).toEqual(['market_limit 10 20', 'open_exposure_limit 10 20']);
      await execute(first, '11');
      await execute(second, '12'); // not indexed yet
      expect(await used()).toEqual(['market_limit 30 0', 'open_exposure_limit 30 0']);
      await index(second, '20000000', '12');
      expect(await used()).toEqual(['market_limit 30 0', 'open_exposure_limit 30 0']);
      expect(await address(agentId)).toMatch(/^0x/);
    });

    it.each(['resolved', 'cancelled'])(
      'frees the exposure of a market that is %s, and takes it back in a reorganisation',
      async (name) => {
        const { agentId } = await limited({ openExposureLimit: '25', marketLimit: '25', dailyLimit: '100' });
        const executionId = await bought(agentId, '20', market);
        await execute(executionId, '13');
        await index(executionId, '20000000', name === 'resolved' ? '13' : '14');
        expect(await buy(agentId, '6', market)).toMatchObject({ rule: 'market_limit', spent: '20' });
        expect(await buy(agentId, '6')).toMatchObject({ rule: 'open_exposure_limit', spent: '20' });
        await phase(name);
        expect(await budgets(agentId)).toMatchObject([
          { rule: 'daily_limit', spent: '20' },
          { rule: 'market_limit', spent: '0', marketContractAddress: null },
          { rule: 'open_exposure_limit', spent: '0', headroom: '25' },
        ]);
        await phase('open');
        expect(await buy(agentId, '6')).toMatchObject({ rule: 'open_exposure_limit', spent: '20' });
      },
    );
  });

  it('is a refusal with the code of the policy', () => {
    const refusal = {
      scope: 'agent',
      rule: 'daily_limit',
      limit: '1',
      spent: '0',
      reserved: '1',
      headroom: '0',
      resets_at: null,
    } as const;
    const error = new BudgetExceededError(refusal);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'agent_policy_violation', status: 403, extra: { budget: refusal } });
  });

  describe('beside much that they do not count', () => {
    /** Pages that a check of the agent's budget reads. Reads it twice before, because plans read catalogs. */
    const pagesOf = (agentId: string): Promise<number> =>
      fixture.database.transaction(async (tx) => {
        const check = (sql: SqlSession) =>
          sql.query('SELECT check_budget(id, $2, 1) FROM agent_wallets WHERE agent_id = $1', [agentId, MARKET]);
        await pagesRead(tx, check);
        return pagesRead(tx, check);
      });
    const insert = (...statements: string[]): Promise<void> =>
      fixture.database.transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica'); // rows without their events
        for (const statement of statements) await tx.query(statement);
        await tx.query('ANALYZE executions, agent_wallets, users, lanes, account_lanes');
      });
    /** Copies of an executed execution, in later blocks than the index, with the lane or lanes of `laneId`. */
    const copies = (id: string, count: number, { block, laneId }: { block: string; laneId: string }): string =>
      `INSERT INTO executions OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(NULL::executions, to_jsonb(e) || jsonb_build_object('id', id || '${laneId}' || n,
         'seq', 1000000 + n, 'intent_id', intent_id || '${laneId}' || n, 'lane_id', ${laneId}, 'block_number', ${block},
         'ref', '0x' || md5(ref || '${laneId}' || n)))).* FROM executions AS e, generate_series(1, ${count}) AS n
       WHERE id = '${id}'`;

    it('read only executions of the wallet that the index lacks', async () => {
      const { agentId } = await limited({ dailyLimit: '95', marketLimit: '95', openExposureLimit: '95' });
      const id = await bought(agentId, '1');
      await end(id, 'executed', `now() - interval '3 days'`);
      const alone = await pagesOf(agentId);
      const [{ head } = { head: 0 }] = await query<{ head: number }>(
        'SELECT coalesce(max(block_number), -1)::int AS head FROM chain_index',
      );
      await insert(
        copies(id, 2_000, { laneId: 'gen_random_uuid()', block: `${head} + n` }),
        copies(id, 2_000, { laneId: 'e.lane_id', block: `${head} - n` }),
      );
      expect(await pagesOf(agentId)).toBeLessThan(alone + 50);
    });

    it('read only wallets of the account that have had an execution', async () => {
      const ownerEmail = `${randomUUID()}@example.com`;
      const { agentId } = await fixture.wallet({ ownerEmail });
      await fixture.database.transaction((tx) =>
        setAccountLimits(tx, `mailbox:${ownerEmail}`, { dailyLimit: '95', marketLimit: '95', openExposureLimit: '95' }),
      );
      await bought(agentId, '1');
      const alone = await pagesOf(agentId);
      await insert(
        `INSERT INTO users (id, kind, agent_id)
         SELECT md5('idle' || n)::uuid, 'agent', 'agent_idle_' || n FROM generate_series(1, 2000) AS n`,
        `INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status, owner_email)
         SELECT 'agent_idle_' || n, md5('idle' || n)::uuid, 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active',
           '${ownerEmail}' FROM generate_series(1, 2000) AS n`,
      );
      expect(await pagesOf(agentId)).toBeLessThan(alone + 50);
    });
  });
});
