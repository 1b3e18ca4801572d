import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@app/common';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { ADDRESS, EmptyChain } from '../../../../test/support/archive/empty-chain.js';
import { seedEnded } from '../../../../test/support/archive/seed-ended.js';
import { verifyRecords } from '../verify-records.js';
import { type ArchiveDependencies, archiveMonth, type ArchiveResult } from './archive-month.js';
import { ArchivesRepository } from './archives.repository.js';
import { checkArchiveFiles } from './check-archives.js';

const EXECUTIONS = 40;
const SINCE = new Date('2026-03-31T20:00:00Z');
const [MONTH, NEXT_MONTH] = ['2026-03', '2026-04'];

describe('archiveMonth', () => {
  let fixture: EngineFixture;
  let dependencies: ArchiveDependencies;
  let archives: ArchivesRepository;
  let folder: string;

  /** Forty cancelled executions in the last hours of a month and the first of the next. */
  beforeEach(async () => {
    fixture = await openEngineFixture();
    const { database } = fixture;
    const chain = new EmptyChain();
    dependencies = { database, chain, plan: { factoryAddress: ADDRESS, collateralAddress: ADDRESS, decimals: 6 } };
    archives = new ArchivesRepository(database);
    folder = await mkdtemp(path.join(tmpdir(), 'presage-archive-'));
    const { agentId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId, { action: 'claim_refund' });
    await seedEnded(database, { intentId, count: EXECUTIONS, since: SINCE });
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await fixture.close();
  });

  const archive = (month: string): Promise<ArchiveResult> => archiveMonth(dependencies, { month, folder });
  const toFile = (month: string): string => path.join(folder, `presage-${month}.jsonl.gz`);
  const query = (text: string): Promise<Record<string, unknown>[]> => fixture.database.query(text);

  /** Runs statements without triggers, as an administrator may. */
  const unguarded = (...statements: string[]): Promise<void> =>
    fixture.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await tx.query(statement);
    });

  async function codesOfVerification(): Promise<string[]> {
    const { findings } = await verifyRecords({ sql: fixture.database, ...dependencies, fromBlock: 0 });
    return findings.map(({ code, subject }) => `${code} ${subject}`);
  }

  async function readCount(table: string): Promise<number> {
    const { count } = await fixture.database.queryOneOrFail<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
    return count;
  }

  it('archives what ended before the end of the month', async () => {
    const ended = (await query(`SELECT count(*)::int FROM executions WHERE completed_at < '2026-04-01Z'`))[0]?.[
      'count'
    ];
    expect(ended).toBeGreaterThan(5);
    expect(ended).toBeLessThan(EXECUTIONS);
    expect(await archive(MONTH)).toMatchObject({
      archive: { executions: String(ended), status: 'complete' },
      findings: [],
    });
    expect(await codesOfVerification()).toEqual([]);

    expect(await archive(NEXT_MONTH)).toMatchObject({ archive: { executions: String(EXECUTIONS - Number(ended)) } });
    expect(await codesOfVerification()).toEqual([]);
    const findings: string[] = [];
    const files = [toFile(MONTH), toFile(NEXT_MONTH)];
    const checked = await checkArchiveFiles(fixture.database, files, (code) => findings.push(code));
    expect([checked, findings]).toEqual([{ files: 2, executions: EXECUTIONS, missing: [] }, []]);
  });

  it('archives an allowance beyond the integers of JSON, to the unit', async () => {
    await query('UPDATE execution_steps SET allowance_base_units = 1234567891000000000001');
    const { archive: archived } = await archive(MONTH);
    expect(archived?.executions).not.toBe('0');
    expect(await readCount('executions')).toBe(EXECUTIONS + 1 - Number(archived?.executions));
    expect(await readCount('archived_executions')).toBe(Number(archived?.executions));
  });

  it('keeps the hash of each idempotency key', async () => {
    await query(`UPDATE agent_intents SET client_request_id = 'key', source_client = 'client' WHERE executions_count > 0
      AND id = (SELECT intent_id FROM executions WHERE completed_at < '2026-04-01Z' LIMIT 1)`);
    const [key] = await query(
      `SELECT intent_key_hash(agent_id, 'client', 'key') AS hash FROM agent_intents WHERE client_request_id = 'key'`,
    );
    await archive(MONTH);
    expect(await query('SELECT key_hash AS hash FROM archived_executions WHERE key_hash IS NOT NULL')).toEqual([key]);
  });

  it('keeps an intent with evidence, which the resolution of its market shows', async () => {
    const [{ id } = { id: '' }] = await query(`SELECT id FROM executions WHERE completed_at < '2026-04-01Z' LIMIT 1`);
    await query(`UPDATE agent_intents SET evidence = '{"url": "https://example.org/"}'
      WHERE id = (SELECT intent_id FROM executions WHERE id = '${String(id)}')`);
    await archive(MONTH);
    expect(await query(`SELECT id FROM executions WHERE id = '${String(id)}'`)).toEqual([{ id }]);
  });

  it('keeps intents that disagree, and archives the others', async () => {
    const [{ id } = { id: '' }] = await query(`SELECT id FROM executions WHERE completed_at < '2026-04-01Z' LIMIT 1`);
    await query(`UPDATE executions SET error_message = 'x' WHERE id = '${String(id)}'`);
    const { archive: written, findings } = await archive(MONTH);
    expect(findings).toEqual([expect.objectContaining({ code: 'error_differs', subject: id })]);
    expect(written?.status).toBe('complete');
    expect(await codesOfVerification()).toEqual([`error_differs ${String(id)}`]);
  });

  it('keeps an executed intent whose market is not indexed or not decided for a day', async () => {
    const market = `0x${'cd'.repeat(20)}`;
    await unguarded(
      `UPDATE executions SET status = 'executed', market_contract_address = '${market}'`,
      `UPDATE agent_intents SET status = 'executed' WHERE executions_count > 0`,
    );
    const refusal = 'no execution that ended until then can be archived';
    await expect(archive(NEXT_MONTH)).rejects.toThrow(refusal);
    await unguarded(
      `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
         block_number, created_at, transaction_hash, phase, phase_at)
       VALUES ('${market}', gen_random_uuid(), false, 'm', '0x', '0x', now(), 1, now(), '0x', 'cancelled', now())`,
    );
    await expect(archive(NEXT_MONTH)).rejects.toThrow(refusal);
    await query(`UPDATE chain_markets SET phase_at = now() - interval '25 hours'`);
    // The rows say executed, and nothing has happened on the chain.
    await expect(archive(NEXT_MONTH)).rejects.toThrow('every execution that could be archived disagrees');
    expect(await readCount('archives')).toBe(0);
  });

  it('keeps an intent that changed after it was written, and takes it off the list', async () => {
    const started = await archives.start(MONTH, new Date('2026-04-01T00:00:00Z'));
    await archives.discard(started);
    // The run is interrupted before it deletes.
    await query('ALTER FUNCTION delete_archived(integer, uuid, integer) RENAME TO away');
    await expect(archive(MONTH)).rejects.toThrow('does not exist');
    await query('ALTER FUNCTION away(integer, uuid, integer) RENAME TO delete_archived');
    const listed = await readCount('archived_executions');
    await query(
      `UPDATE agent_intents SET status = 'failed' WHERE id = (SELECT intent_id FROM executions
         WHERE completed_at < '2026-04-01Z' ORDER BY id LIMIT 1)`,
    );
    const [{ id } = { id: '' }] = await query(
      `UPDATE agent_intents SET status = 'confirmed' WHERE status = 'failed' RETURNING id`,
    );
    expect(await archive(MONTH)).toMatchObject({ archive: { executions: String(listed - 1), status: 'complete' } });
    expect(await query(`SELECT 1 AS one FROM agent_intents WHERE id = '${String(id)}'`)).toHaveLength(1);
  });

  it('deletes an intent with all its attempts at once', async () => {
    const attempts = `SELECT id, intent_id FROM executions WHERE completed_at < '2026-04-01Z' ORDER BY id`;
    const [first, second] = await query(`${attempts} LIMIT 2`);
    await unguarded(
      `UPDATE executions SET intent_id = '${String(first?.['intent_id'])}', attempt = 2 WHERE id = '${String(second?.['id'])}'`,
      `UPDATE agent_intents SET executions_count = 2, current_execution_id = '${String(second?.['id'])}'
         WHERE id = '${String(first?.['intent_id'])}'`,
      `DELETE FROM agent_intents WHERE id = '${String(second?.['intent_id'])}'`,
    );
    await unguarded(
      `INSERT INTO archives (month, ended_before, run_id, status, file_name, file_sha256, list_hash, written_at)
         VALUES ('2026-03-01', '2026-04-01Z', gen_random_uuid(), 'deleting', 'f', 's', '', now())`,
      `INSERT INTO archived_executions SELECT right(e.id, 32)::uuid, (SELECT id FROM archives), e.lane_id, 'ref', NULL,
         sha256_of(archived_record(e))
       FROM (${attempts} LIMIT 2) AS listed JOIN executions AS e ON e.id = listed.id`,
    );
    await query(`SELECT delete_archived(id, '00000000-0000-0000-0000-000000000000', 1) FROM archives`);
    expect(await readCount('executions')).toBe(EXECUTIONS + 1 - 2);
    const ids = [first, second].map((row) => `'${String(row?.['id'])}'`).join(', ');
    expect(await query(`SELECT 1 AS one FROM execution_steps WHERE execution_id IN (${ids})`)).toEqual([]);
  });

  it('deletes nothing that is not as listed, newer, or of a month that is not over', async () => {
    await unguarded(
      `INSERT INTO archives (month, ended_before, run_id, status, file_name, file_sha256, list_hash, written_at)
         VALUES ('2026-03-01', '2026-04-01Z', gen_random_uuid(), 'deleting', 'f', 's', '', now())`,
      `INSERT INTO archived_executions SELECT right(id, 32)::uuid, (SELECT id FROM archives), lane_id, 'ref', NULL, 'other'
       FROM executions`,
    );
    const deletePage = `SELECT delete_archived(id, '00000000-0000-0000-0000-000000000000', 100) FROM archives`;
    await query(deletePage);
    expect(await readCount('executions')).toBe(EXECUTIONS + 1);
    await unguarded(
      `UPDATE archives SET month = date_trunc('month', now()),
         ended_before = (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'`,
    );
    await expect(query(deletePage)).rejects.toThrow('is not being deleted');
    await expect(query(`UPDATE archives SET ended_before = now()`)).rejects.toThrow('archives_ended_before_check');
  });

  it('lets one run write one month at a time', async () => {
    const endedBefore = new Date('2026-04-01T00:00:00Z');
    const first = await archives.start(MONTH, endedBefore);
    await expect(archive(NEXT_MONTH)).rejects.toThrow(`the archive of ${MONTH} is not complete`);
    await expect(archives.start(NEXT_MONTH, new Date('2026-05-01T00:00:00Z'))).rejects.toThrow('another run');
    const { archive: written } = await archive(MONTH); // takes the first run over
    expect(written?.status).toBe('complete');
    const file = { fileName: 'f', fileSha256: 's', executions: 0 };
    await expect(archives.recordFile(first, file)).rejects.toThrow('another run has taken this archive over');
    expect(await archives.discard(first)).toBe(false);
    expect(await readCount('archived_executions')).toBe(Number(written?.executions));
    await expect(query('DELETE FROM archived_executions')).rejects.toThrow('append-only');
    await expect(query(`UPDATE archives SET status = 'writing'`)).rejects.toThrow('append-only');
    await expect(query('DELETE FROM archives')).rejects.toThrow('append-only');
  });

  it('writes no file over another one', async () => {
    await copyFile(path.join(import.meta.dirname, 'archive-month.ts'), toFile(MONTH));
    await expect(archive(MONTH)).rejects.toThrow('move it away');
    expect(await readCount('archives')).toBe(0);
    expect(await readCount('executions')).toBe(EXECUTIONS + 1);
  });

  it('finds the archive of an execution', async () => {
    const [{ id } = { id: '' }] = await query(`SELECT id FROM executions WHERE completed_at < '2026-04-01Z' LIMIT 1`);
    await archive(MONTH);
    expect(await archives.findByExecution(String(id))).toMatchObject({ month: MONTH });
    expect(await archives.findByExecution(newId('agent_execution'))).toBeNull();
    expect(await archives.findByExecution('agent_execution_1')).toBeNull();
  });
});
