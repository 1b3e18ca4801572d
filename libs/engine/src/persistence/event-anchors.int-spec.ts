import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { anchorEvents } from './event-anchors.js';

describe('anchorEvents', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(async () => {
    await fixture?.close();
  });

  /** Backdates all events, which needs the append-only trigger off. */
  async function backdate(minutes: number): Promise<void> {
    await fixture.database.transaction(async (tx) => {
      await tx.query('ALTER TABLE execution_events DISABLE TRIGGER execution_events_append_only');
      await tx.query(`UPDATE execution_events SET at = at - $1 * interval '1 minute'`, [minutes]);
      await tx.query('ALTER TABLE execution_events ENABLE TRIGGER execution_events_append_only');
    });
  }

  it('writes one append-only anchor over the settled events', async () => {
    const { agentId } = await fixture.wallet();
    await fixture.accept(await fixture.intent(agentId));
    expect(await anchorEvents(fixture.database)).toBeNull();
    await backdate(5);
    const written = await Promise.all(Array.from({ length: 4 }, () => anchorEvents(fixture.database)));
    expect(written.filter((anchor) => anchor !== null)).toEqual([expect.objectContaining({ events: '1' })]);
    const anchors = await fixture.database.query('SELECT events, previous_hash, hash FROM execution_event_anchors');
    expect(anchors).toEqual([{ events: '1', previous_hash: '', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await expect(fixture.database.query(`UPDATE execution_event_anchors SET hash = ''`)).rejects.toThrow('append-only');
  });
});
