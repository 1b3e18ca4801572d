import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { acceptedExecution, buildArming } from '../../../../test/support/accepted-execution.js';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { acceptRestart, checkCluster, declareRestore, type Mark, recordRestore } from './check-cluster.js';

/** Keeps the row original, as the writes of the product do. */
const OWN = 'written_by = pg_current_xact_id()::xid';
/** Writes the row back as a dump does: with its values, by another transaction. */
const REWRITE = 'UPDATE engine_cluster SET mark = mark';

describe('checkCluster', () => {
  let fixture: EngineFixture;

  beforeEach(async () => {
    fixture = await openEngineFixture();
  });

  afterEach(async () => {
    await fixture?.close();
  });

  const version = async (): Promise<unknown> => fixture.database.query('SELECT xmin, ctid FROM engine_cluster');
  const change = (columns: string): Promise<unknown> =>
    fixture.database.query(`UPDATE engine_cluster SET ${columns}, ${OWN}`);
  const check = (witness?: Mark) => checkCluster(fixture.database, witness);
  /** Makes the next mark due, and makes it. */
  async function nextMark(): Promise<Mark> {
    await change(`marked_at = marked_at - interval '10 seconds'`);
    const state = await check();
    if (state.is !== 'served') throw new Error(`lanes are ${state.is}`);
    return state.mark;
  }

  async function countServed(lease: Lease): Promise<number> {
    return (await fixture.store.load(lease, 1)).executions.length;
  }

  async function openLane(): Promise<Lease> {
    const { agentId, laneId } = await fixture.wallet();
    await fixture.accept(await fixture.intent(agentId));
    return (await fixture.store.acquire(laneId)) ?? { laneId, fence: '' };
  }

  it('allows lanes while the server stays the same, and writes one mark in ten seconds', async () => {
    expect(await check()).toMatchObject({ is: 'served', mark: { mark: 1 } });
    const written = await version();
    expect(await check()).toMatchObject({ is: 'served', mark: { mark: 1 } });
    expect(await version()).toEqual(written);
    const lease = await openLane();
    expect(await nextMark()).toMatchObject({ mark: 2 });
    expect(await check({ mark: 2, markedAtMs: Date.now() })).toMatchObject({ is: 'served' });
    expect(await countServed(lease)).toBe(1);
  });

  it.each([
    ['another cluster', `UPDATE engine_cluster SET system_identifier = '1', ${OWN}`],
    ['a promotion or recovery', `UPDATE engine_cluster SET timeline = timeline + 1, ${OWN}`],
    ['a restored dump', REWRITE],
  ])('stops every lane of %s', async (_name, statement) => {
    const lease = await openLane();
    await check();
    await fixture.database.query(statement);
    // Lanes stop even before the check has recorded it.
    expect(await countServed(lease)).toBe(0);
    expect(await check()).toMatchObject({ is: 'reconciling' });
    const written = await version();
    expect(await check()).toMatchObject({ is: 'reconciling' });
    expect(await version()).toEqual(written);
    expect(await countServed(lease)).toBe(0);
  });

  it('stops the lanes of a copy whose mark is below the one of a witness, once', async () => {
    await check();
    const copied = await nextMark();
    const witness = { mark: copied.mark + 5, markedAtMs: copied.markedAtMs + 50_000 };
    const lease = await openLane();
    const stopped = await check(witness);
    expect(stopped).toEqual({
      is: 'reconciling',
      isHeld: false,
      lostFrom: expect.any(Date),
      lostUntil: expect.any(Date),
    });
    expect(await countServed(lease)).toBe(0);
    await change('reconcile_since = NULL');
    expect(await check(witness)).toMatchObject({ is: 'served', mark: { mark: witness.mark } });
    expect(await countServed(lease)).toBe(1);
  });

  it('takes a witness that is behind or lost for no alarm', async () => {
    await check();
    const { markedAtMs } = await nextMark();
    expect(await check({ mark: 1, markedAtMs })).toMatchObject({ is: 'served' });
    expect(await check()).toMatchObject({ is: 'served' });
  });

  it.each([
    ['a minute', 59_000, `timeline = timeline + 1, ${OWN}`, false],
    ['more than a minute', 61_000, `timeline = timeline + 1, ${OWN}`, true],
    ['a minute of a dump', 59_000, 'mark = mark', false],
    ['an unknown period of a dump', null, 'mark = mark', true],
  ])('tells whether an operator has to act after the loss of %s', async (_name, lostMs, columns, isHeld) => {
    await check();
    const { mark, markedAtMs } = await nextMark();
    await fixture.database.query(`UPDATE engine_cluster SET ${columns}`);
    const witness = lostMs === null ? undefined : { mark: mark + 1, markedAtMs: markedAtMs + lostMs };
    expect(await check(witness)).toMatchObject({ is: 'reconciling', isHeld });
  });

  it('serves no lane of a started server before it is accepted', async () => {
    const lease = await openLane();
    await check();
    await change(`server_started_at = server_started_at - interval '1 hour', marked_block = 7`);
    expect(await countServed(lease)).toBe(0);
    const state = await check();
    expect(state).toEqual({ is: 'restarted', mark: expect.any(Object), markedBlock: 7 });
    await acceptRestart(fixture.database, { mark: 1, markedAtMs: 0 });
    expect(await check()).toMatchObject({ is: 'served' });
    expect(await countServed(lease)).toBe(1);

    await change(`server_started_at = server_started_at - interval '1 hour'`);
    await recordRestore(fixture.database, null, true);
    expect(await check()).toMatchObject({ is: 'reconciling', isHeld: false });
    await acceptRestart(fixture.database, { mark: 1, markedAtMs: 0 });
    expect(await check()).toMatchObject({ is: 'reconciling' });
  });

  it('stops lanes when an operator names the time of a copy that nothing shows', async () => {
    await check();
    await change('marked_block = 1000');
    const since = new Date(Date.now() - 3_600_000);
    expect(await declareRestore(fixture.database, since)).toBe(true);
    // The index has no event from before the copy, so all of its events are compared.
    expect(await fixture.database.query('SELECT marked_block FROM engine_cluster')).toEqual([{ marked_block: '0' }]);
    expect(await check()).toMatchObject({ is: 'reconciling', isHeld: true, lostFrom: since });
    expect(await declareRestore(fixture.database, since)).toBe(false);
  });

  it('arms and sends nothing of a turn that goes on after a failover', async () => {
    await check();
    const { executionId, lease } = await acceptedExecution(fixture);
    await fixture.store.load(lease, 1);
    await change('timeline = timeline + 1');
    await expect(fixture.store.arm(lease, buildArming(executionId))).rejects.toThrow(LeaseLostError);
    await fixture.database.query(
      `UPDATE execution_steps SET status = 'armed', idempotency_key = gen_random_uuid(), body = '' WHERE kind = 'main'`,
    );
    const resend = fixture.store.countSend(lease, { executionId, kind: 'main' });
    await expect(resend).rejects.toThrow(LeaseLostError);
    await expect(fixture.store.useSendPermit(lease)).rejects.toThrow(LeaseLostError);
  });
});
