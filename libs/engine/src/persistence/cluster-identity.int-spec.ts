import { recordExecutedByRef } from '../acceptance/record-executed-by-ref.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { checkCluster, declareReconciled } from './cluster-identity.js';

describe('checkCluster', () => {
  let fixture: EngineFixture;

  beforeEach(async () => {
    fixture = await openEngineFixture();
  });

  afterEach(async () => {
    await fixture?.close();
  });

  it('allows lanes while the cluster stays the same', async () => {
    expect(await checkCluster(fixture.database)).toBe(true);
    expect(await checkCluster(fixture.database)).toBe(true);
  });

  it.each([
    ['a restored cluster', `system_identifier = '1'`],
    ['a failover', 'timeline = timeline + 1'],
  ])('stops every lane after %s until it is reconciled', async (_name, difference) => {
    const { agentId, laneId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId));
    await checkCluster(fixture.database);
    await fixture.database.query(`UPDATE engine_cluster SET ${difference}`);
    // Lanes stop even before the check has recorded the new cluster.
    const lease = (await fixture.store.acquire(laneId)) ?? { laneId, fence: '' };
    expect((await fixture.store.load(lease)).execution).toBeNull();
    expect(await checkCluster(fixture.database)).toBe(false);
    expect(await checkCluster(fixture.database)).toBe(false);
    expect((await fixture.store.load(lease)).execution).toBeNull();
    await fixture.store.release(lease, null);
    await fixture.database.transaction((tx) => declareReconciled(tx));
    expect(await checkCluster(fixture.database)).toBe(true);
    const again = (await fixture.store.acquire(laneId)) ?? { laneId, fence: '' };
    expect((await fixture.store.load(again)).execution?.id).toBe(executionId);
  });

  it('stays reconciled when the operator reconciles before the first check', async () => {
    await checkCluster(fixture.database);
    await fixture.database.query(`UPDATE engine_cluster SET system_identifier = '1', timeline = timeline + 1`);
    await fixture.database.transaction((tx) => declareReconciled(tx));
    expect(await checkCluster(fixture.database)).toBe(true);
  });

  it('records an intent whose ref was used once', async () => {
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    const record = () => fixture.database.transaction((tx) => recordExecutedByRef(tx, intentId));
    expect(await record()).toBe(true);
    expect(await record()).toBe(false);
    const rows = await fixture.database.query('SELECT status, attempt FROM executions WHERE intent_id = $1', [
      intentId,
    ]);
    expect(rows).toEqual([{ status: 'queued', attempt: 1 }]);
  });
});
