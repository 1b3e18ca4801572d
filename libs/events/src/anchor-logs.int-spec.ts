import { sha256Hex } from '@app/common';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { connectDatabase } from '../../../test/support/open-database.js';
import { anchorLogs, type EventAnchor } from './anchor-logs.js';
import { agentLog } from './logs.js';

describe('anchorLogs', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  /** As if the time had passed since the last anchor. */
  async function wait(interval: string): Promise<void> {
    await fixture.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query('UPDATE event_anchors SET at = at - $1::interval', [interval]);
    });
  }

  async function anchorLater(): Promise<EventAnchor | null> {
    await wait('1 minute');
    return anchorLogs(fixture.database);
  }

  async function readHeads(id: string | undefined): Promise<[log: string, seq: number, hash: string][] | null> {
    const { heads } = await fixture.database.queryOneOrFail<{ heads: string | null }>(
      'SELECT heads FROM event_anchors WHERE id = $1',
      [id ?? null],
    );
    return heads === null ? null : JSON.parse(heads);
  }

  it('writes one anchor a minute over the heads that have changed, each over the one before', async () => {
    const [{ agentId: one }, { agentId: other }] = [await fixture.wallet(), await fixture.wallet()];
    const written = await Promise.all(Array.from({ length: 4 }, () => anchorLogs(fixture.database)));
    const [first, ...others] = written.filter((anchor) => anchor !== null);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ logs: 2, previousHash: '', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const heads = await readHeads(first?.id);
    expect(heads?.map(([log, seq]) => [log, seq])).toEqual([one, other].sort().map((id) => [agentLog(id), 1]));

    await fixture.intent(one);
    await fixture.database.query(`UPDATE agent_wallets SET paused = true WHERE agent_id = $1`, [other]);
    expect(await anchorLogs(fixture.database)).toBeNull();
    const second = await anchorLater();
    expect(second).toMatchObject({ logs: 1, previousHash: first?.hash });
    const [head] = (await readHeads(second?.id)) ?? [];
    expect(head?.slice(0, 2)).toEqual([agentLog(other), 2]);
    const { list } = await fixture.database.queryOneOrFail<{ list: string }>(
      'SELECT heads AS list FROM event_anchors WHERE id = $1',
      [second?.id ?? null],
    );
    expect(second?.hash).toBe(sha256Hex(`${first?.hash}|${list}`));
    expect(await anchorLater()).toBeNull();
  });

  it('waits for no commit, and anchors what commits late', async () => {
    const [{ agentId: late }, { agentId: other }] = [await fixture.wallet(), await fixture.wallet()];
    await anchorLater();
    const pause = (id: string): [string, string[]] => [
      'UPDATE agent_wallets SET paused = true WHERE agent_id = $1',
      [id],
    ];
    const { database, close } = await connectDatabase(fixture.databaseUrl, 1);
    await database.transaction(async (tx) => {
      await tx.query(...pause(late));
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
      await fixture.database.query(...pause(other));
      expect(await readHeads((await anchorLater())?.id)).toEqual([[agentLog(other), 2, expect.any(String)]]);
      await wait('2 hours');
    });
    await close();
    expect(await readHeads((await anchorLater())?.id)).toEqual([[agentLog(late), 2, expect.any(String)]]);
  });

  it('writes anchors that cannot be changed, and whose lists end with the events', async () => {
    const { agentId } = await fixture.wallet();
    const anchor = await anchorLater();
    for (const statement of [
      `UPDATE event_anchors SET hash = ''`,
      'UPDATE event_anchors SET heads = NULL',
      'DELETE FROM event_anchors',
      'TRUNCATE event_anchors',
    ]) {
      await expect(fixture.database.query(statement)).rejects.toThrow('append-only');
    }
    await wait('61 days');
    await fixture.database.query('SELECT expire_events(31, 1000)');
    expect(await readHeads(anchor?.id)).not.toBeNull();
    await fixture.database.query('SELECT expire_events(30, 1000)');
    expect(await readHeads(anchor?.id)).toBeNull();
    await fixture.database.query('UPDATE agent_wallets SET paused = true WHERE agent_id = $1', [agentId]);
    expect(await anchorLater()).toMatchObject({ logs: 1, previousHash: anchor?.hash });
  });
});
