import { AUTO_CLAIM_CLIENT } from '@app/common';
import { openEngineFixture, type EngineFixture } from '../../../../test/support/engine-fixture.js';

describe('two claims of a market', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture.close());

  /** Confirmed claim. @returns its id */
  async function claim(agentId: string, client: string, market?: string): Promise<string> {
    const id = await fixture.intent(agentId, { action: 'claim_payout', ...(market !== undefined && { market }) });
    await fixture.database.query('UPDATE agent_intents SET source_client = $2 WHERE id = $1', [id, client]);
    return id;
  }

  const refusedFor = (id: string) => ({
    code: 'agent_intent_status_invalid',
    message: expect.stringContaining(id),
    headers: { Location: `/agent/intents/${id}` },
  });

  it('are not accepted while an automatic one is live or executed', async () => {
    const { agentId } = await fixture.wallet();
    const automatic = await claim(agentId, AUTO_CLAIM_CLIENT);
    const byHand = await claim(agentId, 'cli');
    const { executionId } = await fixture.accept(automatic);
    await expect(fixture.accept(byHand)).rejects.toMatchObject(refusedFor(automatic));
    await fixture.database.query(`UPDATE executions SET status = 'executed', completed_at = now() WHERE id = $1`, [
      executionId,
    ]);
    await fixture.database.query(`UPDATE agent_intents SET status = 'executed' WHERE id = $1`, [automatic]);
    await expect(fixture.accept(byHand)).rejects.toMatchObject(refusedFor(automatic));
  });

  it('are not accepted automatically while one by hand is live', async () => {
    const { agentId } = await fixture.wallet();
    const byHand = await claim(agentId, 'cli');
    const automatic = await claim(agentId, AUTO_CLAIM_CLIENT);
    await fixture.accept(byHand);
    await expect(fixture.accept(automatic)).rejects.toMatchObject(refusedFor(byHand));
  });

  it('are accepted if both are by hand, or of two markets, or the automatic one has ended without effect', async () => {
    const { agentId } = await fixture.wallet();
    const automatic = await claim(agentId, AUTO_CLAIM_CLIENT);
    await fixture.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`, [automatic]);
    await fixture.accept(await claim(agentId, 'cli'));
    await fixture.accept(await claim(agentId, 'cli'));
    const other = await claim(agentId, AUTO_CLAIM_CLIENT, `0x${'cd'.repeat(20)}`);
    expect(await fixture.accept(other)).toMatchObject({ waitsForLane: true });
  });
});
