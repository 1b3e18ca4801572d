import type { SqlSession } from '@app/persistence';
import { acceptedExecution } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import { cancelIntent } from './cancel-intent.js';

describe('cancelIntent', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  const cancel = (intentId: string) => cancelIntent(fixture.database, intentId);

  async function readStatus(intentId: string): Promise<unknown> {
    return fixture.database.queryOne('SELECT status FROM agent_intents WHERE id = $1', [intentId]);
  }

  async function newIntent(status = 'confirmed'): Promise<string> {
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    await move(fixture.database, intentId, status);
    return intentId;
  }

  async function move(sql: SqlSession, intentId: string, status: string): Promise<void> {
    await sql.query('UPDATE agent_intents SET status = $2 WHERE id = $1', [intentId, status]);
  }

  /** Cancels while another transaction has moved the intent and not committed yet. */
  async function cancelDuring(intentId: string, work: (tx: SqlSession) => Promise<unknown>): Promise<unknown> {
    let cancelling: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      await work(tx);
      cancelling = cancel(intentId).catch((error: unknown) => error);
      await eventually(
        () =>
          fixture.database.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ({ length }) => length === 1,
      );
    });
    return cancelling;
  }

  it('cancels an intent that another request confirms meanwhile', async () => {
    const intentId = await newIntent('preview');
    expect(await cancelDuring(intentId, (tx) => move(tx, intentId, 'confirmed'))).toBeNull();
    expect(await readStatus(intentId)).toEqual({ status: 'cancelled' });
  });

  it.each([
    ['an intent', () => newIntent()],
    ['a queued execution', async () => (await acceptedExecution(fixture)).intentId],
  ])('answers as a repeat when another request cancels %s meanwhile', async (_what, open) => {
    const intentId = await open();
    expect(await cancelDuring(intentId, (tx) => move(tx, intentId, 'cancelled'))).toBeNull();
    expect(await readStatus(intentId)).toEqual({ status: 'cancelled' });
  });

  it('names the status that the intent has after another request', async () => {
    const intentId = await newIntent('executing');
    expect(await cancelDuring(intentId, (tx) => move(tx, intentId, 'executed'))).toMatchObject({
      code: 'agent_intent_status_invalid',
      message: 'The intent is executed and can no longer be cancelled.',
    });
  });
});
