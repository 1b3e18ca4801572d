import { Clock } from '@app/common';
import { Logger, Metrics } from '@app/observability';
import { eventually } from '../../../../test/support/eventually.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { findAccountId } from '../../../../tools/support/issue-key.js';
import { newKey } from './api-key.js';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeys } from './api-keys.service.js';

class ManualClock extends Clock {
  private ms = Date.now();

  now(): Date {
    return new Date(this.ms);
  }

  advance(ms: number): void {
    this.ms += ms;
  }
}

describe('ApiKeys', () => {
  let open: OpenDatabase;
  const clock = new ManualClock();
  let keys: ApiKeys;

  beforeAll(async () => {
    open = await openDatabase();
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    keys = new ApiKeys({ database: open.database, clock, log });
  });

  afterAll(() => open?.close());

  async function issue(): Promise<{ text: string; stored: ApiKey }> {
    const { key, ...proof } = newKey();
    const stored = await new ApiKeysRepository(open.database).insert({
      ...proof,
      accountId: await findAccountId(open.database, 'alice'),
      agentIds: null,
      scopes: ['intents'],
      note: 'laptop',
      createdBy: 'robin',
      lifetimeDays: 90,
    });
    return { text: key.reveal(), stored };
  }

  async function lastUse(id: string): Promise<Date | null> {
    const row = await open.database.queryOne<{ last_used_at: Date | null }>(
      'SELECT last_used_at FROM api_keys WHERE id = $1',
      [id],
    );
    return row?.last_used_at ?? null;
  }

  it('stores no part of the secret', async () => {
    const { text, stored } = await issue();
    const [row] = await open.database.query<{ text: string }>(
      'SELECT to_jsonb(k)::text AS text FROM api_keys AS k WHERE id = $1',
      [stored.id],
    );
    const secret = text.split('_').slice(2).join('_');
    expect(row?.text).toContain(stored.prefix);
    expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain(secret.slice(0, 8));
    expect(new Set(Array.from({ length: 100 }, () => newKey().key.reveal())).size).toBe(100);
  });

  it('refuses a revoked key after five seconds at the latest', async () => {
    const { text, stored } = await issue();
    expect(await keys.authenticate(text)).toMatchObject({ id: stored.id, scopes: ['intents'] });
    await new ApiKeysRepository(open.database).revoke(stored.prefix);
    clock.advance(5_001);
    expect(await keys.authenticate(text)).toBeNull();
  });

  it('caches a valid key and refuses another secret under its prefix', async () => {
    const { text } = await issue();
    await keys.authenticate(text);
    await open.database.query('ALTER TABLE api_keys RENAME TO hidden');
    try {
      expect(await keys.authenticate(text)).not.toBeNull();
      const forged = text.slice(0, 21) + newKey().key.reveal().slice(21);
      expect(forged.slice(0, 21)).toMatch(/^presage_[0-9a-f]{12}_$/);
      expect(await keys.authenticate(forged)).toBeNull();
    } finally {
      await open.database.query('ALTER TABLE hidden RENAME TO api_keys');
    }
  });

  it('reports the keys in use that expire within a week', async () => {
    const state: [expires: string, used: string | null, revoked: string | null][] = [
      ['3 days', '1 hour', null],
      ['6 days', '6 days', null],
      ['8 days', '1 hour', null],
      ['-1 hour', '2 hours', null],
      ['3 days', null, null],
      ['3 days', '8 days', null],
      ['3 days', '1 hour', '1 minute'],
    ];
    for (const [expires, used, revoked] of state) {
      const { stored } = await issue();
      await open.database.query(
        `UPDATE api_keys SET expires_at = now() + $2::interval, last_used_at = now() - $3::interval,
           revoked_at = now() - $4::interval WHERE id = $1`,
        [stored.id, expires, used, revoked],
      );
    }
    const metrics = Metrics.on();
    keys.reportExpiring(metrics);
    expect(await metrics.text()).toContain('presage_api_keys_expiring 2\n');
  });

  it('records the last use once per minute', async () => {
    const { text, stored } = await issue();
    const recordedUse = (): Promise<Date> =>
      eventually(
        () => lastUse(stored.id),
        (at) => at !== null,
      );
    await keys.authenticate(text);
    const first = await recordedUse();
    await Promise.all(Array.from({ length: 20 }, () => keys.authenticate(text)));
    expect(await lastUse(stored.id)).toEqual(first);
    await open.database.query(`UPDATE api_keys SET last_used_at = NULL WHERE id = $1`, [stored.id]);
    clock.advance(60_001);
    await keys.authenticate(text);
    expect((await recordedUse()).getTime()).toBeGreaterThanOrEqual(first.getTime());
  });
});
