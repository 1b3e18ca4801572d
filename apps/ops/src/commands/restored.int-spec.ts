import { randomBytes } from 'node:crypto';
import { checkCluster, reconcileExecutions } from '@app/engine';
import { MARKET } from '../../../../test/support/engine-fixture.js';
import { type OperatorFixture, openOperatorFixture } from '../../../../test/support/operator-fixture.js';

const DEADLINE_MS = 900_000;

describe('restored', () => {
  let operator: OperatorFixture;

  beforeEach(async () => {
    operator = await openOperatorFixture();
  });
  afterEach(() => operator?.close());

  const query = (sql: string, values: readonly string[] = []) => operator.engine.database.query(sql, values);

  it('counts the effects that workers recorded before they waited for an operator', async () => {
    const { agentId, laneId } = await operator.engine.wallet();
    const { database } = operator.engine;
    await checkCluster(database);
    await query(
      `WITH owner AS (INSERT INTO users (kind, wallet_address) VALUES ('address', $1) RETURNING id),
       record AS (INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label,
           collateral_asset, chain, closes_at)
         SELECT id, 'market', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() FROM owner RETURNING id)
       INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
         block_number, created_at, transaction_hash)
       SELECT $1, id, false, '', $1, $1, now(), 1, now(), '' FROM record`,
      [MARKET],
    );
    await query(
      `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, name, account, ref)
       SELECT 1, 1, '', now() + interval '2 minutes', '', $1, 'Closed', agent_wallet_address, $2
       FROM agent_wallets WHERE id = $3`,
      [MARKET, `0x${randomBytes(32).toString('hex')}`, laneId],
    );
    await query(`UPDATE chain_index SET block_number = 1, block_hash = '', block_time = now() + interval '20 minutes'`);
    await query('UPDATE engine_cluster SET timeline = timeline + 1, written_by = pg_current_xact_id()::xid');
    await checkCluster(database);
    expect(await reconcileExecutions(database, DEADLINE_MS)).toMatchObject({ isHeld: true, lost: 1 });

    const { code, out } = await operator.ops('restored --json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ lost: 1, agents: [{ agent_id: agentId, effects: 1 }] });
    expect((await operator.ops('restored')).out).toContain('the workers have noticed no restore');
  });
});
