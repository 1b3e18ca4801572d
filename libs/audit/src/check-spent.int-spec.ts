import { type EngineFixture, MARKET, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { checkSpent } from './check-spent.js';

describe('checkSpent', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  const query = (text: string, parameters: unknown[] = []) => fixture.database.query(text, parameters as string[]);
  const findings = async (): Promise<string[][]> => {
    const found: string[][] = [];
    await checkSpent(fixture.database, (...finding) => found.push(finding));
    return found;
  };
  const buy = async (agentId: string, amount: string, status = 'executed'): Promise<string> => {
    const { executionId } = await fixture.accept(await fixture.intent(agentId, { amount }));
    await query('UPDATE executions SET status = $2, completed_at = now() WHERE id = $1', [executionId, status]);
    return executionId;
  };

  it('finds a lane that counts another stake than its executed buys have', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await buy(agentId, '10');
    await buy(agentId, '2.5');
    await buy(agentId, '100', 'failed');
    await fixture.accept(await fixture.intent(agentId, { amount: '7' }));
    expect(await findings()).toEqual([]);
    for (const [spent, shown] of [
      ['12.499999', '12.499999'],
      ['0', '0'],
    ] as const) {
      await query('UPDATE lanes SET spent = $2 WHERE id = $1', [laneId, spent]);
      const text = `its lane counts a stake of ${shown}, its executed buys are 12.5`;
      expect(await findings()).toEqual([['spent_differs', agentId, text]]);
    }
    await query('UPDATE lanes SET spent = 12.5 WHERE id = $1', [laneId]);
  });

  it('counts archived buys as the chain index has them, and waits for an index that is being rebuilt', async () => {
    const { agentId, laneId } = await fixture.wallet();
    const executionId = await buy(agentId, '10');
    await buy(agentId, '4');
    await query(
      `WITH archive AS (
         INSERT INTO archives (month, ended_before, status, run_id, file_name, file_sha256, list_hash, written_at)
         VALUES ('2026-03-01', '2026-04-01Z', 'deleting', gen_random_uuid(), 'file', 'hash', 'hash', now()) RETURNING id)
       INSERT INTO archived_executions (execution_id, archive_id, lane_id, ref, transaction_hash, record_hash)
       SELECT right(e.id, 32)::uuid, archive.id, e.lane_id, decode(substr(e.ref, 3), 'hex'), 'hash',
         sha256_of(archived_record(e)) FROM executions AS e CROSS JOIN archive WHERE e.id = $1`,
      [executionId],
    );
    const [{ ref, account } = { ref: '', account: '' }] = await fixture.database.query<{
      ref: string;
      account: string;
    }>('SELECT ref, agent_wallet_address AS account FROM executions WHERE id = $1', [executionId]);
    expect(await findings()).toEqual([]); // listed, and not deleted yet
    const unguarded = (text: string, parameters: unknown[] = []) =>
      fixture.database.transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica');
        await tx.query(text, parameters as string[]);
      });
    await unguarded('DELETE FROM executions WHERE id = $1', [executionId]);
    await query('UPDATE chain_index SET base_unit = 0.000001');
    await query('UPDATE lanes SET spent = spent + 1 WHERE id = $1', [laneId]);
    expect(await findings()).toEqual([]);
    await unguarded(
      `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, name, account, ref, amount_base_units, outcome, yes_pool_base_units, no_pool_base_units)
       VALUES (1, 0, 'hash', now(), 'hash', $1, 'Bought', $2, $3, 10000000, 'YES', 10000000, 0)`,
      [MARKET, account, ref],
    );
    const text = 'its lane counts a stake of 15, its executed buys are 14';
    expect(await findings()).toEqual([['spent_differs', agentId, text]]);
    await query('UPDATE lanes SET spent = spent - 1 WHERE id = $1', [laneId]);
    expect(await findings()).toEqual([]);
  });
});
