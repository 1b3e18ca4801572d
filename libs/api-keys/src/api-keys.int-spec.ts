import { type ApiKey, ApiKeys, insertKey, newKey, revokeKey } from './index.js';
import { Clock } from '@app/common';
import { Logger } from '@app/observability';
import { openDatabase, type OpenDatabase } from '../../../test/agents/open-database.js';

class Hands extends Clock {
  private ms = Date.now();

  now(): Date {
    return new Date(this.ms);
  }

  move(ms: number): void {
    this.ms += ms;
  }
}

describe('ApiKeys', () => {
  let open: OpenDatabase;
  const clock = new Hands();
  let keys: ApiKeys;

  beforeAll(async () => {
    open = await openDatabase();
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    keys = new ApiKeys({ database: open.database, clock, log });
  });

  afterAll(() => open?.close());

  async function issued(): Promise<{ text: string; kept: ApiKey }> {
    const { key, ...proof } = newKey();
    const kept = await insertKey(open.database, {
      ...proof,
      agentId: 'agent_alice_01',
      scopes: ['intents'],
      note: 'laptop',
      createdBy: 'robin',
      lifetimeDays: 90,
    });
    return { text: key.reveal(), kept };
  }

  async function lastUse(id: string): Promise<Date | null> {
    const row = await open.database.queryOne<{ last_used_at: Date | null }>(
      'SELECT last_used_at FROM api_keys WHERE id = $1',
      [id],
    );
    return row?.last_used_at ?? null;
  }

  it('keeps no key: nothing in the row is it, or part of its secret', async () => {
    const { text, kept } = await issued();
    const [row] = await open.database.query<{ text: string }>(
      'SELECT to_jsonb(k)::text AS text FROM api_keys AS k WHERE id = $1',
      [kept.id],
    );
    const secret = text.split('_').slice(2).join('_');
    expect(row?.text).toContain(kept.prefix);
    expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain(secret.slice(0, 8));
    expect(new Set(Array.from({ length: 100 }, () => newKey().key.reveal())).size).toBe(100);
  });

  it('forgets a revoked key within five seconds, although it was used just before', async () => {
    const { text, kept } = await issued();
    expect(await keys.authenticate(text)).toMatchObject({ id: kept.id, scopes: ['intents'] });
    await revokeKey(open.database, kept.prefix);
    clock.move(5_001);
    expect(await keys.authenticate(text)).toBeNull();
  });

  it('asks the database once in a while, and takes no other secret under a remembered prefix', async () => {
    const { text } = await issued();
    await keys.authenticate(text);
    await open.database.query('ALTER TABLE api_keys RENAME TO away');
    try {
      expect(await keys.authenticate(text)).not.toBeNull();
      const forged = text.slice(0, 21) + newKey().key.reveal().slice(21);
      expect(forged.slice(0, 21)).toMatch(/^presage_[0-9a-f]{12}_$/);
      expect(await keys.authenticate(forged)).toBeNull();
    } finally {
      await open.database.query('ALTER TABLE away RENAME TO api_keys');
    }
  });

  it('notes when a key was last used, once a minute and not for every request', async () => {
    const { text, kept } = await issued();
    const noted = async (): Promise<Date> => {
      for (;;) {
        const at = await lastUse(kept.id);
        if (at !== null) return at;
      }
    };
    await keys.authenticate(text);
    const first = await noted();
    await Promise.all(Array.from({ length: 20 }, () => keys.authenticate(text)));
    expect(await lastUse(kept.id)).toEqual(first);
    await open.database.query(`UPDATE api_keys SET last_used_at = NULL WHERE id = $1`, [kept.id]);
    clock.move(60_001);
    await keys.authenticate(text);
    expect((await noted()).getTime()).toBeGreaterThanOrEqual(first.getTime());
  });
});
