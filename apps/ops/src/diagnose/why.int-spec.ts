import type { EngineFixture } from '../../../../test/support/engine-fixture.js';
import { type OperatorFixture, openOperatorFixture } from '../../../../test/support/operator-fixture.js';

describe('ops why', () => {
  let fixture: EngineFixture;
  let operator: OperatorFixture;

  beforeAll(async () => {
    operator = await openOperatorFixture();
    fixture = operator.engine;
  });
  afterAll(() => operator?.close());

  async function ops(...words: string[]): Promise<string> {
    return (await operator.ops(words.join(' '))).out.trimEnd();
  }

  const why = (id: string): Promise<string> => ops('why', id);
  const query = (sql: string, ...values: string[]): Promise<unknown> => fixture.database.query(sql, values);

  it('names who paused the agent of a queued execution, when, and how it goes on', async () => {
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    const { executionId } = await fixture.accept(intentId);
    await ops('pause', agentId, '--actor', 'robin');
    const sentence = new RegExp(
      `^${executionId} waits: ${agentId} was paused by robin \\d+ s ago; npm run ops -- resume ${agentId}$`,
    );
    for (const id of [executionId, intentId, agentId]) expect(await why(id)).toMatch(sentence);
    await ops('resume', agentId);
    await query('UPDATE chain_index SET updated_at = now()');
    expect(await why(executionId)).toMatch(/ is queued since \d+ s; the next free worker serves it$/);
    await query(`UPDATE chain_index SET updated_at = now() - interval '90 seconds'`);
    expect(await why(executionId)).toMatch(
      / waits: no worker has read the chain for \d+ s, as when its node does not answer; see docs\/runbooks\//,
    );
    await query('UPDATE chain_index SET updated_at = now()');
  });

  it('tells pauses of all and of one action apart, and that claims go on', async () => {
    const { agentId } = await fixture.wallet();
    const { executionId: buy } = await fixture.accept(await fixture.intent(agentId));
    const claim = await fixture.intent(agentId, { action: 'claim_payout' });
    await ops('pause', 'global', '--actor', 'robin');
    expect(await why(buy)).toContain('waits: global was paused by robin');
    expect(await why(claim)).toBe(`${claim} is confirmed: it was not executed; POST /agent/intents/${claim}/execute`);
    await ops('pause', 'buy_yes');
    expect(await why(buy)).toMatch(/npm run ops -- resume buy_yes$/);
    await ops('resume', 'buy_yes');
    await ops('resume', 'global');
  });

  it('names the earlier execution, the quarantine, missing workers and a restored database', async () => {
    const { agentId, laneId } = await fixture.wallet();
    const { executionId: first } = await fixture.accept(await fixture.intent(agentId));
    const { executionId: second } = await fixture.accept(await fixture.intent(agentId));
    expect(await why(second)).toBe(`${second} waits: 1 earlier of ${agentId} come first; npm run ops -- why ${first}`);
    await query('UPDATE lanes SET quarantined_at = now() WHERE id = $1', laneId);
    expect(await why(second)).toContain(`quarantined 0 s ago after unexpected errors; npm run ops -- lanes release`);
    await query(`UPDATE worker_heartbeats SET expires_at = now() - interval '1 minute'`);
    expect(await why(second)).toContain('no worker with credentials of the wallet provider');
    await query(`UPDATE worker_heartbeats SET expires_at = 'infinity'`);
    await query('UPDATE lanes SET quarantined_at = NULL WHERE id = $1', laneId);
  });

  it('explains an intent that was not confirmed, and a wallet that refuses', async () => {
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    await query(`UPDATE agent_wallets SET frozen_at = now() WHERE agent_id = $1`, agentId);
    expect(await why(intentId)).toContain(`is confirmed, and its execution is refused: ${agentId} was frozen 0 s ago`);
    await query(`UPDATE agent_wallets SET status = 'disabled' WHERE agent_id = $1`, agentId);
    expect(await why(agentId)).toBe(
      `${agentId} cannot execute: the wallet of ${agentId} is disabled; npm run ops -- wallets enable ${agentId}`,
    );
    await query(`UPDATE agent_intents SET status = 'preview', confirmed_at = NULL WHERE id = $1`, intentId);
    expect(await why(intentId)).toContain('is a preview: it was not confirmed');
  });

  it('names the outcome of a finished execution', async () => {
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    const { executionId } = await fixture.accept(intentId);
    await query(
      `UPDATE executions SET status = 'failed', completed_at = now(), error_message = 'The market is not open for this.',
         error_code = 'agent_execution_failed', retry_safe = true WHERE id = $1`,
      executionId,
    );
    await query(`UPDATE agent_intents SET status = 'failed' WHERE id = $1`, intentId);
    expect(await why(intentId)).toContain(
      `${executionId} failed 0 s ago, without an effect: The market is not open for this; POST /agent/intents/`,
    );
    expect(await why(agentId)).toBe(`${agentId} waits for nothing: it has no unfinished execution`);
  });

  it('asks for an id when it gets another word', async () => {
    expect(await operator.ops('why (none)')).toMatchObject({
      code: 2,
      out: expect.stringContaining('expected the id'),
    });
  });

  it.each(['agent_execution_0', 'agent_intent_0', 'agent_nobody_1'])('refuses %s, which does not exist', async (id) => {
    expect(await why(id)).toMatch(/does not exist|has no wallet/);
  });
});
