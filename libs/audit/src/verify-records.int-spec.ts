import type { ChainHistory } from '@app/chain';
import type { SqlSession } from '@app/persistence';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { checkEventLogs } from './check-event-logs.js';
import { verifyRecords } from './verify-records.js';

class RolledBack extends Error {}

const ADDRESS = `0x${'1'.repeat(40)}`;

describe('verifyRecords', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(() => fixture?.close());

  it('holds no transaction open while it asks the chain', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { agentId } = await fixture.wallet();
      await fixture.accept(await fixture.intent(agentId, { action: 'claim_refund' }));
      await fixture.intent(agentId);
    }
    const asked: string[] = [];
    const open: unknown[] = [];
    /** Answers after a look at the transactions that are open meanwhile. */
    const answer = async <T>(method: string, value: T): Promise<T> => {
      asked.push(method);
      open.push(
        ...(await fixture.database.query(
          `SELECT query FROM pg_stat_activity
           WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
        )),
      );
      return value;
    };
    const chain = {
      head: () => answer('head', { blockNumber: 1, timestampMs: Date.now() }),
      refsUsed: (refs: readonly unknown[]) =>
        answer(
          'refsUsed',
          refs.map(() => false),
        ),
      receipts: () => answer('receipts', []),
      effects: async function* () {
        yield await answer('effects', []);
      },
    } as unknown as ChainHistory;
    const plan = { factoryAddress: ADDRESS, collateralAddress: ADDRESS, decimals: 6 };
    const verification = await verifyRecords({ sql: fixture.database, chain, plan, fromBlock: 0 });
    expect(verification).toMatchObject({ executions: 3, underWay: 3, intents: 6, events: 6 });
    expect(new Set(asked)).toEqual(new Set(['head', 'refsUsed', 'receipts', 'effects']));
    expect(open).toEqual([]);
  });

  it('finds every change of an event log', async () => {
    const { agentId } = await fixture.wallet();
    await fixture.accept(await fixture.intent(agentId, { action: 'claim_refund' }));
    await fixture.accept(await fixture.intent(agentId, { action: 'claim_refund' }));
    const log = `agent:${agentId}`;
    const tamperings: [statement: string, ...findings: string[]][] = [
      [`UPDATE logged_events SET data = '{"amount":"9"}' WHERE log = '${log}' AND seq = 2`, 'logged_event_altered'],
      [`UPDATE logged_events SET data = 'x' WHERE log = '${log}' AND seq = 2`, 'logged_event_altered'],
      [`UPDATE logged_events SET at = at + interval '1 ms' WHERE log = '${log}' AND seq = 3`, 'logged_event_altered'],
      [`UPDATE logged_events SET subject_id = 'other' WHERE log = '${log}' AND seq = 1`, 'logged_event_altered'],
      [`DELETE FROM logged_events WHERE log = '${log}' AND seq = 2`, 'logged_event_missing'],
      [`DELETE FROM logged_events WHERE log = '${log}' AND seq = 1`, 'logged_event_missing'],
      [`DELETE FROM logged_events WHERE log = '${log}' AND seq = 3`, 'logged_event_missing'],
      [
        `UPDATE logged_events SET block_number = 7, block_hash = 'lost', log_index = 0 WHERE log = '${log}' AND seq = 3`,
        ...['logged_effect_missing', 'logged_event_altered'],
      ],
      [`UPDATE event_logs SET head_seq = 2 WHERE log = '${log}'`, 'log_head_differs'],
      [
        `UPDATE logged_events SET hash = repeat('0', 64) WHERE log = '${log}' AND seq = 2`,
        ...['logged_event_altered', 'logged_event_altered'],
      ],
    ];
    const verified = async (): Promise<string[]> => {
      const findings: string[] = [];
      expect(await checkEventLogs(fixture.database, (code) => findings.push(code))).toBeGreaterThan(0);
      return findings;
    };
    await fixture.database.query(`UPDATE chain_index SET block_number = 7, block_hash = 'hash'`);
    expect(await verified()).toEqual([]);
    await fixture.database.query('ALTER TABLE logged_events DISABLE TRIGGER USER');
    for (const [statement, ...findings] of tamperings) {
      const found = await tampered(statement, verified);
      expect([statement, found.toSorted()]).toEqual([statement, findings]);
    }
    await fixture.database.query('ALTER TABLE logged_events ENABLE TRIGGER USER');
  });

  it('finds effects that the index lacks on every page of the logs, and reports some', async () => {
    const EFFECTS = 15_000;
    const missingAfter = async (tx: SqlSession, isLost: string): Promise<string[]> => {
      await tx.query(`DELETE FROM chain_events WHERE ${isLost}`);
      const subjects: string[] = [];
      await checkEventLogs(tx, (code, subject) => {
        if (code === 'logged_effect_missing') subjects.push(subject);
      });
      return subjects;
    };
    const check = fixture.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica'); // without the market of the events
      await tx.query(
        `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
           market_contract_address, name, account)
         SELECT n / 10, n % 10, 'hash', now(), 'hash', '0x', 'Closed', '0x' FROM generate_series(0, $1 - 1) AS n`,
        [EFFECTS],
      );
      await tx.query(
        `INSERT INTO logged_events (log, seq, id, type, at, subject_kind, subject_id, data, block_number, block_hash,
           log_index, hash)
         SELECT log, n, log || n, 'market.closed', now(), 'market', 'market', '{}', n / 10, 'hash', n % 10, 'hash'
         FROM generate_series(0, $1 - 1) AS n, unnest('{market:many,agent:many}'::text[]) AS log`,
        [EFFECTS],
      );
      await tx.query(`UPDATE chain_index SET block_number = $1, block_hash = 'hash'`, [EFFECTS / 10 - 2]);
      expect(await missingAfter(tx, 'false')).toEqual([]);
      const lost = [0, 2_499, 2_500, 9_999, 14_989];
      const subjects = lost.flatMap((seq) => [`agent:many ${seq}`, `market:many ${seq}`]);
      const isAnyLost = `block_number * 10 + log_index IN (${[...lost, 14_990].join()})`;
      expect(await missingAfter(tx, isAnyLost)).toEqual(subjects);
      const many = await missingAfter(tx, 'block_number * 10 + log_index BETWEEN 2470 AND 2530');
      expect(many).toHaveLength(100);
      expect(many.at(-1)).toBe('market:many 2518');
      throw new RolledBack();
    });
    await expect(check).rejects.toThrow(RolledBack);
  });

  /** Runs the work after a statement that is undone afterwards. */
  async function tampered<T>(statement: string, work: () => Promise<T>): Promise<T> {
    await fixture.database.query('CREATE TABLE kept_events AS TABLE logged_events');
    await fixture.database.query('CREATE TABLE kept_logs AS TABLE event_logs');
    await fixture.database.query(statement);
    const result = await work();
    await fixture.database.query('DELETE FROM logged_events');
    await fixture.database.query('INSERT INTO logged_events TABLE kept_events');
    await fixture.database.query(
      'UPDATE event_logs AS l SET head_seq = k.head_seq FROM kept_logs AS k WHERE k.log = l.log',
    );
    await fixture.database.query('DROP TABLE kept_events, kept_logs');
    return result;
  }
});
