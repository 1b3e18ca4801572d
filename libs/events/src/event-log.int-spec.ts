import { randomUUID } from 'node:crypto';
import { BudgetsService, enableWallet, WalletsRepository } from '@app/agents';
import { Secret, sha256Hex } from '@app/common';
import type { Database } from '@app/persistence';
import { acceptedExecution, buildArming, claimLease } from '../../../test/support/accepted-execution.js';
import { type EngineFixture, MARKET, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { type ConnectedDatabase, connectDatabase } from '../../../test/support/open-database.js';
import { roleUrl } from '../../../test/support/stack/database-roles.js';
import { freezeWallet } from '../../intents/src/executions/freeze-wallet.js';
import { EventsRepository } from './events.repository.js';
import { agentLog } from './logs.js';
import { hashOfEvent, type WireEvent } from './wire-event.js';

const HASH = `0x${'ab'.repeat(32)}`;

describe('the log of an agent', () => {
  let fixture: EngineFixture;
  let api: ConnectedDatabase;
  let worker: ConnectedDatabase;

  beforeAll(async () => {
    fixture = await openEngineFixture();
    api = await connectDatabase(roleUrl(new Secret(fixture.databaseUrl), 'api').reveal());
    worker = await connectDatabase(roleUrl(new Secret(fixture.databaseUrl), 'worker').reveal());
  });
  afterAll(async () => {
    await api?.close();
    await worker?.close();
    await fixture?.close();
  });

  async function readEvents(agentId: string): Promise<readonly WireEvent[]> {
    const page = await new EventsRepository(fixture.database).readPage({
      ...{ log: agentLog(agentId), after: 0, types: null, limit: 10_000 },
    });
    return page.events;
  }

  async function readTypes(agentId: string): Promise<string[]> {
    return (await readEvents(agentId)).map(({ type }) => type);
  }

  async function preview(database: Database, agentId: string, marketId = 'm'): Promise<void> {
    await database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
       VALUES ($1, $2, 'claim_payout', 'preview', '0x', $3, 'h')`,
      [`agent_intent_${randomUUID()}`, agentId, marketId],
    );
  }

  function expectUnbroken(events: readonly WireEvent[]): void {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map((event) => event.previous_hash)).toEqual([null, ...events.map(({ hash }) => hash)].slice(0, -1));
    expect(events.map(hashOfEvent)).toEqual(events.map(({ hash }) => hash));
  }

  it('has every move of an execution that a client can observe, and no other', async () => {
    const { agentId, executionId, intentId, lease } = await acceptedExecution(fixture, 'claim_payout');
    await fixture.store.arm(lease, buildArming(executionId, 'main'));
    await fixture.store.apply(lease, {
      executionId,
      from: { execution: 'submitting', step: 'armed' },
      execution: { to: 'unknown' },
      step: { kind: 'main', to: 'unknown' },
    });
    await fixture.store.apply(lease, {
      executionId,
      from: { execution: 'unknown', step: 'unknown' },
      execution: { to: 'broadcast', transactionHash: HASH },
      step: { kind: 'main', to: 'mined', transactionHash: HASH, blockNumber: 7, blockHash: HASH },
    });
    await fixture.store.apply(lease, {
      executionId,
      from: { execution: 'broadcast', step: 'mined' },
      execution: { to: 'executed' },
      step: { kind: 'main', to: 'done' },
    });
    const events = await readEvents(agentId);
    expect(events.map(({ type }) => type)).toEqual([
      ...['wallet.created', 'execution.queued', 'execution.unknown', 'execution.broadcast', 'execution.executed'],
    ]);
    expectUnbroken(events);
    expect(events.at(-1)).toMatchObject({
      subject: { kind: 'execution', id: executionId },
      block: { number: 7, hash: HASH },
    });
    expect(events.at(-1)?.data).toEqual({
      ...{ execution_id: executionId, intent_id: intentId, action: 'claim_payout', attempt: 1 },
      ...{ market_id: 'market', core_market_id: null, market_contract_address: MARKET, amount: null },
      ...{ client_request_id: null, transaction_hash: HASH, error_code: null, retry_safe: false },
      ...{ body_sha256: sha256Hex('{"b":1}'), steps_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('has the failure of an execution, and in the same commit the release of its budget', async () => {
    const { agentId, laneId } = await fixture.wallet({ dailyLimit: '10' });
    const { executionId } = await fixture.accept(await fixture.intent(agentId));
    const reserved = async (): Promise<unknown> =>
      (await new BudgetsService(fixture.database).get(agentId)).rules.map((rule) => [rule.reserved, rule.headroom]);
    expect(await reserved()).toEqual([['10', '0']]);
    await fixture.store.apply(await claimLease(fixture, laneId), {
      executionId,
      from: { execution: 'queued', step: 'planned' },
      execution: { to: 'failed', failureReason: 'market_not_open' },
      step: { kind: 'main', to: 'failed', failure: 'market_not_open' },
    });
    expect(await reserved()).toEqual([['0', '10']]);
    const [failed, released] = (await readEvents(agentId)).slice(-2);
    expect(failed).toMatchObject({
      type: 'execution.failed',
      subject: { kind: 'execution', id: executionId },
      data: { error_code: 'agent_execution_failed', retry_safe: true, transaction_hash: null },
      block: null,
    });
    expect(released).toMatchObject({ type: 'budget.released', data: { execution_id: executionId, amount: '10' } });
    const commits = await fixture.database.query(
      `SELECT DISTINCT xmin::text FROM logged_events WHERE log = $1 AND seq = ANY ($2)`,
      [agentLog(agentId), [failed?.seq, released?.seq].map(String)],
    );
    expect(commits).toHaveLength(1);
    await fixture.accept(await fixture.intent(agentId));
  });

  it('has previews, confirmations and cancellations, and what happens to the wallet', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await preview(fixture.database, agentId);
    await fixture.database.query(`UPDATE agent_intents SET status = 'confirmed' WHERE agent_id = $1`, [agentId]);
    await fixture.database.query(`UPDATE agent_intents SET updated_at = now() WHERE agent_id = $1`, [agentId]);
    const buy = await fixture.intent(agentId);
    await fixture.accept(buy);
    await fixture.database.transaction((tx) => freezeWallet(tx, agentId));
    await fixture.database.transaction((tx) => enableWallet(tx, agentId));
    await fixture.database.query(`UPDATE agent_wallets SET max_trade_amount = 5.50 WHERE id = $1`, [laneId]);
    await fixture.database.query(`UPDATE agent_wallets SET owner_email = 'a@example.com' WHERE id = $1`, [laneId]);
    await fixture.database.query(`UPDATE agent_wallets SET status = 'disabled' WHERE id = $1`, [laneId]);
    const events = await readEvents(agentId);
    expect(events.map(({ type }) => type)).toEqual([
      ...['wallet.created', 'intent.previewed', 'intent.confirmed', 'execution.queued', 'wallet.frozen'],
      ...['intent.cancelled', 'execution.cancelled', 'wallet.unfrozen', 'wallet.changed', 'wallet.disabled'],
    ]);
    const [previewed, changed] = ['intent.previewed', 'wallet.changed'].map((name) =>
      events.find(({ type }) => type === name),
    );
    expect(previewed?.data).toEqual({
      ...{ intent_id: previewed?.subject.id, action: 'claim_payout', market_id: 'm', core_market_id: null },
      ...{ market_contract_address: null, amount: null, outcome: null, source_client: null, client_request_id: null },
    });
    expect(changed?.data).toMatchObject({ max_trade_amount: '5.5', status: 'active', frozen: false });
    expectUnbroken(events);
  });

  it('names the event that a reorganisation of an executed execution takes back', async () => {
    const { agentId, executionId } = await acceptedExecution(fixture, 'claim_payout');
    for (const status of ['broadcast', 'executed', 'broadcast']) {
      await fixture.database.query(
        `UPDATE executions SET status = $2, completed_at = CASE $2 WHEN 'executed' THEN now() END WHERE id = $1`,
        [executionId, status],
      );
    }
    const events = await readEvents(agentId);
    const [undone, undoing] = events.slice(-2);
    expect([undone?.type, undoing?.type]).toEqual(['execution.executed', 'chain.reorganised']);
    expect(undoing?.data).toMatchObject({
      ...{
        undoes_seq: undone?.seq,
        undoes_id: undone?.id,
        undoes_type: 'execution.executed',
        execution_id: executionId,
      },
    });
  });

  it('numbers concurrent commits without a gap, whatever rolls back', async () => {
    const { agentId } = await fixture.wallet();
    const rollback = new Error('rolled back');
    const writes = Array.from({ length: 60 }, (_, index) =>
      fixture.database
        .transaction(async (tx) => {
          await tx.query(
            `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
             VALUES ($1, $2, 'claim_payout', 'preview', '0x', 'm', 'h')`,
            [`agent_intent_${randomUUID()}`, agentId],
          );
          // The append precedes the rollback.
          await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
          if (index % 3 === 0) throw rollback;
        })
        .catch((error: unknown) => {
          if (error !== rollback) throw error;
        }),
    );
    await Promise.all(writes);
    const events = await readEvents(agentId);
    expect(events).toHaveLength(41);
    expectUnbroken(events);
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  it('hashes any text as RFC 8785 writes it, and shows no control character', async () => {
    const { agentId } = await fixture.wallet();
    const names = [
      'a"b\\c/d',
      'é 漢 😀 \u2028',
      'line\nbreak',
      'bell\u0007',
      'bidi\u202eabc',
      "'; DROP TABLE x --",
      '',
    ];
    for (const name of names) await preview(fixture.database, agentId, name);
    const events = await readEvents(agentId);
    expectUnbroken(events);
    expect(events.slice(1).map(({ data }) => data['market_id'])).toEqual([
      ...['a"b\\c/d', 'é 漢 😀  ', 'line break', 'bell', 'bidiabc', "'; DROP TABLE x --", ''],
    ]);
  });

  it('makes the commit of an event durable, although the move may be repeated', async () => {
    const { executionId } = await acceptedExecution(fixture, 'claim_payout');
    const setting = await fixture.database.transaction(async (tx) => {
      await tx.query(`SELECT set_config('synchronous_commit', 'off', true)`);
      await tx.query(`UPDATE executions SET status = 'broadcast' WHERE id = $1`, [executionId]);
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
      return tx.queryOne<{ current: string; usual: string }>(
        `SELECT current_setting('synchronous_commit') AS current, reset_val AS usual FROM pg_settings
         WHERE name = 'synchronous_commit'`,
      );
    });
    expect(setting?.current).toBe(setting?.usual);
  });

  it('gets the events of facts that the API writes, and none that it makes up', async () => {
    const { agentId } = await fixture.wallet();
    await preview(api.database, agentId);
    expect(await readTypes(agentId)).toEqual(['wallet.created', 'intent.previewed']);
    const forgeries = [
      `INSERT INTO logged_events SELECT * FROM logged_events LIMIT 1`,
      `UPDATE logged_events SET data = '{}'`,
      'DELETE FROM logged_events',
      'TRUNCATE logged_events',
      'UPDATE event_logs SET head_seq = 0',
      'DELETE FROM event_logs',
      `SELECT append_event(e, '{"a":1}') FROM logged_events AS e LIMIT 1`,
      'ALTER TABLE executions DISABLE TRIGGER USER',
    ];
    for (const statement of forgeries) {
      await expect(api.database.query(statement)).rejects.toMatchObject({ code: '42501' });
      await expect(worker.database.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(api.database.query('SELECT expire_events(1, 1)')).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot be rewritten, even by its owner', async () => {
    const { agentId } = await fixture.wallet();
    for (const statement of [
      `UPDATE logged_events SET data = '{}' WHERE log = 'agent:${agentId}'`,
      `DELETE FROM logged_events WHERE log = 'agent:${agentId}'`,
      'TRUNCATE logged_events',
      `DELETE FROM event_logs WHERE log = 'agent:${agentId}'`,
    ]) {
      await expect(fixture.database.query(statement)).rejects.toThrow('append-only');
    }
  });

  it('loses events of the retention only, from the oldest, and keeps the hash of the last one', async () => {
    const { agentId } = await fixture.wallet();
    for (let count = 0; count < 5; count += 1) await preview(fixture.database, agentId);
    const events = await readEvents(agentId);
    const repository = new EventsRepository(worker.database);
    expect(await repository.deleteExpired(0, 100)).toBe(0);
    await age(agentId, 4);
    expect(await repository.deleteExpired(30, 3)).toBe(3);
    expect(await repository.deleteExpired(30, 3)).toBe(1);
    expect(await repository.deleteExpired(30, 3)).toBe(0);
    const page = await repository.readPage({ log: agentLog(agentId), after: 4, types: null, limit: 10 });
    expect(page).toMatchObject({ oldestSeq: 5, headSeq: 6, nextAfter: 6 });
    expect(page.events.map(({ seq }) => seq)).toEqual([5, 6]);
    const row = await fixture.database.queryOne('SELECT expired_hash AS hash FROM event_logs WHERE log = $1', [
      agentLog(agentId),
    ]);
    expect(row).toEqual({ hash: events[3]?.hash });
    await preview(fixture.database, agentId);
    expect((await readEvents(agentId)).map(({ seq }) => seq)).toEqual([5, 6, 7]);
  });

  it('loses no event before an earlier one, although the clock was once set back', async () => {
    const [{ agentId }, { agentId: other }] = [await fixture.wallet(), await fixture.wallet()];
    for (let count = 0; count < 3; count += 1) await preview(fixture.database, agentId);
    const repository = new EventsRepository(worker.database);
    await age(agentId, 3, 3);
    expect(await repository.deleteExpired(30, 100)).toBe(0);
    await age(other, 1);
    expect(await repository.deleteExpired(30, 1)).toBe(1);
    await age(agentId, 2);
    expect(await repository.deleteExpired(30, 100)).toBe(3);
    expect((await readEvents(agentId)).map(({ seq }) => seq)).toEqual([4]);
  });

  /** Makes events of the log 31 days old. */
  async function age(agentId: string, last: number, first = 1): Promise<void> {
    await fixture.database.transaction(async (tx) => {
      await tx.query('ALTER TABLE logged_events DISABLE TRIGGER logged_events_append_only');
      await tx.query(`UPDATE logged_events SET at = at - interval '31 days' WHERE log = $1 AND seq BETWEEN $2 AND $3`, [
        agentLog(agentId),
        first,
        last,
      ]);
      await tx.query('ALTER TABLE logged_events ENABLE TRIGGER logged_events_append_only');
    });
  }

  it('is read in pages that cover it, with and without types', async () => {
    const { agentId } = await fixture.wallet();
    for (let count = 0; count < 4; count += 1) await preview(fixture.database, agentId);
    await new WalletsRepository(fixture.database).freeze((await walletId(agentId)) ?? '');
    const repository = new EventsRepository(fixture.database);
    const log = agentLog(agentId);
    const first = await repository.readPage({ log, after: 0, types: null, limit: 2 });
    expect([first.events.map(({ seq }) => seq), first.nextAfter, first.headSeq]).toEqual([[1, 2], 2, 6]);
    const frozen = await repository.readPage({ log, after: 0, types: ['wallet.frozen'], limit: 2 });
    expect([frozen.events.map(({ seq }) => seq), frozen.nextAfter]).toEqual([[6], 6]);
    const none = await repository.readPage({ log: 'agent:agent_unknown', after: 0, types: null, limit: 2 });
    expect(none).toEqual({ events: [], nextAfter: 0, headSeq: 0, headHash: null, oldestSeq: 1 });
  });

  async function walletId(agentId: string): Promise<string | undefined> {
    return (
      await fixture.database.queryOne<{ id: string }>('SELECT id FROM agent_wallets WHERE agent_id = $1', [agentId])
    )?.id;
  }
});
