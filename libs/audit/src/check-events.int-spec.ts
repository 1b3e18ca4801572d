import type { SqlSession } from '@app/persistence';
import { type AcceptedExecution, acceptedExecution, buildArming } from '../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { installRechain, rewriteLogs } from '../../../test/e2e/verify/rewrite-history.js';
import { anchorLogs } from '../../events/src/anchor-logs.js';
import { checkAnchors } from './check-anchors.js';
import { checkLoggedExecution } from './check-events.js';
import { checkOrphans } from './check-orphans.js';
import { readExecutions } from './records.js';

const HASH = `0x${'ab'.repeat(32)}`;

class RolledBack extends Error {}

describe('the log of an agent', () => {
  let fixture: EngineFixture;
  let one: AcceptedExecution;

  beforeAll(async () => {
    fixture = await openEngineFixture();
    await installRechain(fixture.database);
  });
  afterAll(() => fixture?.close());

  /** An execution that has ended as the engine writes it. */
  beforeEach(async () => {
    one = await acceptedExecution(fixture, 'claim_payout');
    await fixture.intent(one.agentId);
    const { executionId, lease } = one;
    const { store } = fixture;
    await store.arm(lease, buildArming(executionId, 'main'));
    await store.apply(lease, {
      executionId,
      from: { execution: 'submitting', step: 'armed' },
      execution: { to: 'unknown', waitingFor: 'provider' },
      step: { kind: 'main', to: 'unknown' },
    });
    await store.apply(lease, {
      executionId,
      from: { execution: 'unknown', step: 'unknown' },
      execution: { to: 'broadcast', transactionHash: HASH, broadcastPerformed: true },
      step: { kind: 'main', to: 'mined', transactionHash: HASH, blockNumber: 7, blockHash: HASH },
    });
    await store.apply(lease, {
      executionId,
      from: { execution: 'broadcast', step: 'mined' },
      execution: { to: 'executed', readback: { market_status: '2', claimed: true } },
      step: { kind: 'main', to: 'done' },
    });
    await fixture.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await rewriteLogs(tx);
    });
    await anchorLogs(fixture.database);
  });

  async function findings(sql: SqlSession = fixture.database): Promise<string[]> {
    const found: string[] = [];
    const report = (code: string): void => void found.push(code);
    for await (const batch of readExecutions(sql, report)) {
      for (const { execution } of batch) await checkLoggedExecution(sql, execution, report);
    }
    await checkOrphans(sql, report);
    await checkAnchors(sql, report);
    return [...new Set(found)].sort();
  }

  /** Findings after a change by an administrator, which is undone. */
  async function findingsAfter(...statements: string[]): Promise<string[]> {
    let found: string[] = [];
    const undone = fixture.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) {
        const text = statement.replaceAll('$id', `'${one.executionId}'`).replaceAll('$log', `'agent:${one.agentId}'`);
        if ((await tx.query(`${text} RETURNING 1`)).length === 0) throw new Error(`changed nothing: ${text}`);
      }
      if (statements.some((text) => text.includes('logged_events')))
        await tx.query('SELECT rechain($1)', [`agent:${one.agentId}`]);
      found = await findings(tx);
      throw new RolledBack();
    });
    await expect(undone).rejects.toThrow(RolledBack);
    return found;
  }

  const execution = (set: string): string => `UPDATE executions SET ${set} WHERE id = $id`;
  const step = (set: string): string => `UPDATE execution_steps SET ${set} WHERE execution_id = $id`;
  const ROW_CHANGES: [change: string, ...found: string[]][] = [
    [execution(`status = 'broadcast', completed_at = NULL`), 'status_differs'],
    [execution(`completed_at = completed_at + interval '1 hour'`), 'time_differs'],
    [execution(`created_at = created_at - interval '2 hours'`), 'time_differs'],
    [execution(`intent_id = (SELECT id FROM agent_intents WHERE status = 'confirmed' LIMIT 1)`), 'intent_differs'],
    [execution(`action = 'buy_yes'`), 'action_differs'],
    [execution(`readback = readback || '{"claimed": false}'`), 'readback_differs'],
    [execution(`error_message = 'x'`), 'error_differs'],
    [step(`body = body || ' '`), 'body_hash_differs', 'steps_altered'],
    [step('body = NULL'), 'body_hash_differs', 'steps_altered'],
    ...[
      `status = 'mined'`,
      'idempotency_key = gen_random_uuid()',
      `contract_address = '0xd'`,
      `deadline = deadline + interval '1 s'`,
      `armed_at = armed_at + interval '1 ms'`,
      'armed_fence = armed_fence + 1',
      'send_attempts = send_attempts + 1',
      `provider_transaction_id = 'x'`,
      `transaction_hash = '0x1'`,
      'block_number = 8',
      `block_hash = '0x1'`,
      `failure_reason = 'reverted_on_chain'`,
    ].map((set): [string, string] => [step(set), 'steps_altered']),
    ['DELETE FROM execution_transaction_hashes WHERE execution_id = $id', 'steps_altered'],
    ['DELETE FROM executions WHERE id = $id', 'execution_missing'],
  ];

  it.each(ROW_CHANGES)('shows a change of a row: %s', async (change, ...found) => {
    expect(await findings()).toEqual([]);
    expect(await findingsAfter(change)).toEqual(found);
  });

  it('finds the events of an execution whose commits took ten minutes', async () => {
    const times = ['created_at', 'updated_at', 'completed_at'].map(
      (column) => `${column} = ${column} - interval '10 min'`,
    );
    expect(await findingsAfter(execution(times.join()))).toEqual([]);
  });

  it.each([
    [`DELETE FROM logged_events WHERE subject_id = $id AND type = 'execution.queued'`, 'first_event_missing'],
    [`DELETE FROM logged_events WHERE subject_id = $id AND type = 'execution.executed'`, 'status_differs'],
    [
      `UPDATE logged_events SET type = 'execution.failed' WHERE subject_id = $id AND type = 'execution.unknown'`,
      'illegal_move',
    ],
    [
      `UPDATE logged_events SET type = 'step.done' WHERE subject_id = $id AND type = 'execution.executed'`,
      'status_differs',
    ],
    [
      `UPDATE logged_events SET data = replace(data, 'buy_yes', 'buy_no') WHERE log = $log AND seq = 1`,
      'anchor_differs',
    ],
    [`DELETE FROM logged_events WHERE log = $log AND seq = 1`, 'anchored_events_gone'],
  ])('shows a rewritten and recomputed event by itself or its anchor: %s', async (change, found) => {
    expect(await findingsAfter(change)).toContain(found);
  });

  it.each([
    [`UPDATE event_anchors SET heads = NULL`, 'anchored_events_gone'],
    [`UPDATE event_anchors SET heads = '[]'`, 'anchor_differs'],
    [`UPDATE event_anchors SET previous_hash = 'x'`, 'anchor_chain_broken'],
    ['DELETE FROM event_anchors', 'anchor_differs'],
    ['DELETE FROM event_logs WHERE log = $log', 'anchored_events_gone'],
    ['UPDATE event_logs SET anchored_seq = 100 WHERE log = $log', 'anchor_differs'],
    ['UPDATE event_logs SET oldest_seq = head_seq + 1 WHERE log = $log', 'anchored_events_gone'],
  ])('shows a change of anchors or heads: %s', async (change, found) => {
    expect(await findingsAfter(change)).toContain(found);
  });

  it('may lack what has expired', async () => {
    const { database } = fixture;
    for (const seq of [2, 4, 5]) {
      await database.transaction(async (tx) => {
        await tx.query('SET LOCAL session_replication_role = replica');
        await tx.query(`UPDATE logged_events SET at = at - interval '40 days' WHERE log = $1 AND seq <= $2`, [
          `agent:${one.agentId}`,
          seq,
        ]);
        await tx.query(`UPDATE executions SET created_at = created_at - interval '40 days' WHERE id = $1`, [
          one.executionId,
        ]);
        if (seq === 5)
          await tx.query(`UPDATE executions SET completed_at = now() - interval '40 days' WHERE id = $1`, [
            one.executionId,
          ]);
        await tx.query(`UPDATE event_anchors SET at = at - interval '40 days'`);
      });
      await database.query('SELECT expire_events(30, 1000)');
      const left = await database.query('SELECT seq FROM logged_events WHERE log = $1', [`agent:${one.agentId}`]);
      expect([seq, left.length, await findings()]).toEqual([seq, 5 - seq, []]);
    }
  });
});
