import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { acceptedExecution, buildArming } from '../../../../test/support/accepted-execution.js';
import { LeaseLostError } from '../domain/ports/engine-store.js';
import { checkCluster } from './cluster-identity.js';

describe('checkCluster', () => {
  let fixture: EngineFixture;

  beforeEach(async () => {
    fixture = await openEngineFixture();
  });

  afterEach(async () => {
    await fixture?.close();
  });

  const version = async (): Promise<unknown> => fixture.database.query('SELECT xmin, ctid FROM engine_cluster');

  it('allows lanes while the cluster stays the same, and writes once', async () => {
    expect(await checkCluster(fixture.database)).toBe(true);
    const written = await version();
    expect(await checkCluster(fixture.database)).toBe(true);
    expect(await version()).toEqual(written);
  });

  it.each([
    ['a restored cluster', `system_identifier = '1'`],
    ['a failover', 'timeline = timeline + 1'],
  ])('stops every lane after %s', async (_name, difference) => {
    const { agentId, laneId } = await fixture.wallet();
    await fixture.accept(await fixture.intent(agentId));
    await checkCluster(fixture.database);
    await fixture.database.query(`UPDATE engine_cluster SET ${difference}`);
    // Lanes stop even before the check has recorded the new cluster.
    const lease = (await fixture.store.acquire(laneId)) ?? { laneId, fence: '' };
    expect((await fixture.store.load(lease, 1)).executions).toEqual([]);
    expect(await checkCluster(fixture.database)).toBe(false);
    const written = await version();
    expect(await checkCluster(fixture.database)).toBe(false);
    expect(await version()).toEqual(written);
    expect((await fixture.store.load(lease, 1)).executions).toEqual([]);
  });

  it('arms and sends nothing of a turn that goes on after a failover', async () => {
    await checkCluster(fixture.database);
    const { executionId, lease } = await acceptedExecution(fixture);
    await fixture.store.load(lease, 1);
    await fixture.database.query('UPDATE engine_cluster SET timeline = timeline + 1');
    await expect(fixture.store.arm(lease, buildArming(executionId))).rejects.toThrow(LeaseLostError);
    await fixture.database.query(
      `UPDATE execution_steps SET status = 'armed', idempotency_key = gen_random_uuid(), body = '' WHERE kind = 'main'`,
    );
    const resend = fixture.store.countSend(lease, { executionId, kind: 'main' });
    await expect(resend).rejects.toThrow(LeaseLostError);
    await expect(fixture.store.useSendPermit(lease)).rejects.toThrow(LeaseLostError);
  });
});
