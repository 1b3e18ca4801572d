import type { SqlSession } from '@app/persistence';
import { acceptedExecution, buildArming } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';

describe('lock_pauses', () => {
  let fixture: EngineFixture;

  beforeEach(async () => {
    fixture = await openEngineFixture();
  });

  afterEach(() => fixture?.close());

  const pause = (sql: SqlSession) => sql.query(`UPDATE execution_pauses SET paused = true WHERE scope = 'global'`);

  /** Resolves when a transaction waits for the lock of the pauses. */
  const waiting = () =>
    eventually(
      () =>
        fixture.database.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        ),
      ({ length }) => length === 1,
    );

  it('delays a pause until the transaction ends, and locks no row', async () => {
    const order: string[] = [];
    let paused: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      await tx.query(`SELECT lock_pauses('buy_yes')`);
      paused = pause(fixture.database).then(() => order.push('paused'));
      await waiting();
      expect(await fixture.database.query('SELECT FROM execution_pauses WHERE xmax <> 0')).toEqual([]);
      order.push('accepted');
    });
    await paused;
    expect(order).toEqual(['accepted', 'paused']);
  });

  it('makes acceptance wait for a pause that is being set, and refuses it', async () => {
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    let accepted: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      await pause(tx);
      accepted = fixture.accept(intentId);
      accepted.catch(() => undefined);
      await waiting();
    });
    await expect(accepted).rejects.toMatchObject({ code: 'agent_policy_violation' });
  });

  it('makes arming wait for a pause that is being set, and refuses it', async () => {
    const { executionId, lease } = await acceptedExecution(fixture);
    await fixture.store.load(lease, 1);
    let armed: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      await pause(tx);
      armed = fixture.store.arm(lease, buildArming(executionId));
      await waiting();
    });
    expect(await armed).toEqual({ armed: false, reason: 'paused' });
  });
});
