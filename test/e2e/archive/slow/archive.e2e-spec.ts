import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { anchorLogs } from '@app/events';
import type { Database } from '@app/persistence';
import { connectDatabase } from '../../../support/open-database.js';
import { type OpsResult, runOps } from '../../../support/run-ops.js';
import type { AgentClient } from '../../support/agent-client.js';
import { type MarketReference, useProduct } from '../../support/product.js';
import { makeHistory, untilComplete } from '../../verify/history.js';
import { age, installRechain, unguarded } from '../../verify/rewrite-history.js';

const MINUTE_MS = 60_000;

/** Noon of the 15th, some months ago, and that month as `2026-08`. */
function middleOfMonth(monthsAgo: number): { at: Date; month: string } {
  const now = new Date();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15, 12));
  return { at, month: at.toISOString().slice(0, 7) };
}

function minutesSince(at: Date): number {
  return Math.round((Date.now() - at.getTime()) / MINUTE_MS);
}

describe('npm run ops -- archive', () => {
  const product = useProduct();
  const first = middleOfMonth(3);
  const second = middleOfMonth(2);
  let database: Database;
  let folder: string;
  let bob: AgentClient;
  let open: MarketReference;

  const ops = (...words: string[]): Promise<OpsResult> => runOps(product.stack, words);
  const toFile = ({ month }: { month: string }): string => path.join(folder, `presage-${month}.jsonl.gz`);

  beforeAll(async () => {
    const connected = await connectDatabase(product.stack.databaseUrl, 2);
    product.onStop(connected.close);
    ({ database } = connected);
    await installRechain(database);
    folder = await mkdtemp(path.join(tmpdir(), 'presage-archive-'));

    bob = await makeHistory(product);
    open = await product.createMarket(bob, 'open');
    await bob.run('buy_no', { ...open, amount: '4' });
    await moveTo(first.at);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Moves the new executions into the past when they are complete and indexed. */
  async function moveTo(at: Date): Promise<void> {
    await untilComplete(() =>
      database.queryOne(
        'SELECT count(*) AS left FROM executions WHERE completed_at IS NULL OR readback_due_at IS NOT NULL',
      ),
    );
    await product.awaitReadModels();
    await age(database, minutesSince(at));
    await anchorLogs(database);
    await unguarded(database, (tx) => tx.query('UPDATE event_anchors SET at = $1', [at]));
    await database.query(`UPDATE chain_markets SET phase_at = $1 WHERE phase_at > now() - interval '1 hour'`, [at]);
  }

  async function verified(): Promise<{ findings: { code: string }[] } & Record<string, unknown>> {
    return JSON.parse((await ops('verify', '--json')).out);
  }

  /** Codes of what verification finds after statements, which are undone. */
  async function findingsAfter(...statements: [undo: string, ...statements: string[]]): Promise<string[]> {
    const [undo, ...changes] = statements;
    await unguarded(database, async (tx) => {
      for (const change of changes) await tx.query(change);
    });
    const { findings } = await verified();
    await unguarded(database, (tx) => tx.query(undo));
    // The event of an execution that is missing shows it until the event expires.
    return [...new Set(findings.map(({ code }) => code))].filter((code) => code !== 'execution_missing').sort();
  }

  it('refuses months that are not over, and folders that do not exist', async () => {
    const now = new Date().toISOString().slice(0, 7);
    expect(await ops('archive', 'create', now, '--to', folder)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/can be archived from \d{4}-\d\d-08 on/),
    });
    expect(await ops('archive', 'create', '2026-13', '--to', folder)).toMatchObject({ code: 2 });
    expect(await ops('archive', 'create', first.month, '--to', path.join(folder, 'none'))).toMatchObject({ code: 2 });
    expect(await ops('archive', 'list')).toMatchObject({ code: 0, out: 'no month is archived\n' });
    const before = middleOfMonth(8).month;
    expect(await ops('archive', 'create', before, '--to', folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining('no execution that ended until then can be archived'),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('archives nothing while records disagree', async () => {
    await database.query('CREATE TABLE intact AS SELECT id, error_message FROM executions');
    await database.query(`UPDATE executions SET error_message = 'x'`);
    const { code, out } = await ops('archive', 'create', first.month, '--to', folder);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/disagrees, such as .* \(error_differs\)/) });
    await database.query(
      'UPDATE executions AS e SET error_message = intact.error_message FROM intact WHERE intact.id = e.id',
    );
    await database.query('DROP TABLE intact');
    expect(await readdir(folder)).toEqual([]);
    expect(await ops('archive', 'list')).toMatchObject({ out: 'no month is archived\n' });
  });

  it('continues where an interrupted run has stopped; meanwhile verification finds nothing', async () => {
    const delegate = '(integer, uuid, integer) RENAME TO';
    await database.query(`ALTER FUNCTION delete_archived${delegate} away`);
    expect(await ops('archive', 'create', first.month, '--to', folder)).toMatchObject({ code: 2 });
    await database.query(`ALTER FUNCTION away${delegate} delete_archived`);
    expect((await ops('archive', 'list')).out).toContain(' deleting ');
    expect(await verified()).toMatchObject({ findings: [], executions: 17, archived: 15 });

    await database.query(`SELECT delete_archived(id, '00000000-0000-0000-0000-000000000000', 5) FROM archives`);
    const { left } = await database.queryOneOrFail<{ left: number }>('SELECT count(*)::int AS left FROM executions');
    expect([11, 12]).toContain(left); // an intent with two attempts is deleted with both
    expect(await verified()).toMatchObject({ findings: [], executions: left, archived: 15 });
    expect(await ops('archive', 'create', second.month, '--to', folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`the archive of ${first.month} is not complete`),
    });

    expect(await ops('archive', 'create', first.month, '--to', tmpdir())).toMatchObject({
      code: 1,
      out: expect.stringContaining(`an interrupted run has written presage-${first.month}.jsonl.gz with the SHA-256`),
    });

    const { code, out } = await ops('archive', 'create', first.month, '--to', folder);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^archived 15 executions in presage-/) });
    expect((await ops('archive', 'list')).out).toContain(' complete ');
    const { runs } = JSON.parse((await ops('audit', '--json', '--limit', '1')).out);
    expect(runs[0]).toMatchObject({ command: 'archive create', outcome: 'done', detail: out.split('\n')[0] });
  });

  it('leaves what may change, and what verification needs', async () => {
    const rows = await database.query(
      `SELECT (SELECT count(*) FROM executions)::int AS executions,
         (SELECT count(*) FROM agent_intents WHERE executions_count > 0)::int AS intents`,
    );
    expect(rows).toEqual([{ executions: 2, intents: 2 }]);
    expect(await verified()).toMatchObject({ findings: [], executions: 2, archived: 15, effects: 13 });
    const portfolio = await bob.get(`/agent/portfolio/${bob.agentId}`);
    expect(portfolio.body.portfolio.positions).toContainEqual(expect.objectContaining({ market_id: 'open' }));
  });

  it('refuses to delete executions that no archive has', async () => {
    for (const role of ['presage_owner', 'presage_ops']) {
      const deleted = database.transaction(async (tx) => {
        await tx.query(`SET LOCAL ROLE ${role}`);
        await tx.query('DELETE FROM executions');
      });
      await expect(deleted).rejects.toThrow(/is not archived|permission denied/);
    }
  });

  it('writes a file that only its owner reads, with each execution and its steps', async () => {
    expect((await stat(toFile(first))).mode & 0o777).toBe(0o600);
    const lines = gunzipSync(await readFile(toFile(first)))
      .toString()
      .trimEnd()
      .split('\n');
    const records = lines.map((line) => JSON.parse(line));
    const buy = records.find(({ intent }) => intent.action === 'buy_yes' && intent.amount === '10');
    expect(buy).toMatchObject({
      intent: { status: 'executed', market_id: 'resolved' },
      preview: { checks: expect.any(Array) },
      executions: [
        {
          status: 'executed',
          steps: [
            { kind: 'approve', transaction_hashes: [{ transaction_hash: expect.stringMatching(/^0x/) }] },
            { kind: 'main', status: 'done' },
          ],
        },
      ],
    });
    const [{ id }] = buy.executions;
    for (const words of [
      ['executions', 'show', id],
      ['why', id],
    ]) {
      expect(await ops(...words)).toMatchObject({
        code: 1,
        out: expect.stringContaining(`${id} is archived with ${first.month}`),
      });
    }
    const attempts = records.map(({ executions }) => executions.length);
    expect([attempts.length, Math.max(...attempts)]).toEqual([14, 2]);
  });

  it('archives what is left with a later month, and checks the files', async () => {
    expect(await ops('archive', 'create', first.month, '--to', folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${first.month} is archived`),
    });
    await bob.run('cancel_market', open);
    await moveTo(second.at);
    const { code, out } = await ops('archive', 'create', second.month, '--to', folder);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^archived 3 executions in presage-/) });
    expect(await verified()).toMatchObject({ findings: [], executions: 0, archived: 18, effects: 14 });

    const both = JSON.parse((await ops('archive', 'check', toFile(first), toFile(second), '--json')).out);
    expect(both).toMatchObject({ files: 2, executions: 18, missing: [], findings: [] });
    const one = await ops('archive', 'check', toFile(second));
    expect({ code: one.code, out: one.out }).toEqual({
      code: 0,
      out: expect.stringContaining(`no file was given of ${first.month}`),
    });
  });

  it('finds changed files, lists and leftovers', async () => {
    const altered = path.join(folder, 'altered.jsonl.gz');
    await copyFile(toFile(second), altered);
    await writeFile(altered, 'x', { flag: 'a' });
    expect(await ops('archive', 'check', altered)).toMatchObject({
      code: 1,
      out: expect.stringContaining('file_unknown'),
    });
    const isSaved = 'execution_id IN (SELECT execution_id FROM saved)';
    const undo = `DELETE FROM archived_executions WHERE ${isSaved}`;
    for (const { attempts, isBuy, found } of [
      { attempts: 2, isBuy: false, found: ['effect_of_failed'] },
      { attempts: 1, isBuy: true, found: ['effect_unrecorded', 'spent_differs'] },
      { attempts: 1, isBuy: false, found: ['effect_unrecorded'] },
    ]) {
      await database.query('DROP TABLE IF EXISTS saved');
      await database.query(`CREATE TABLE saved AS
        SELECT * FROM archived_executions AS a WHERE transaction_hash IS NOT NULL
          AND (SELECT count(*) FROM archived_executions AS attempt WHERE attempt.ref = a.ref) = ${attempts}
          AND ${isBuy} = EXISTS (SELECT FROM chain_events WHERE ref = '0x' || encode(a.ref, 'hex') AND name = 'Bought')
        LIMIT 1`);
      const codes = await findingsAfter('INSERT INTO archived_executions SELECT * FROM saved', undo);
      expect(codes).toEqual(['archive_list_differs', ...found]);
    }
    const restore = `UPDATE archived_executions AS a SET transaction_hash = s.transaction_hash FROM saved AS s
      WHERE a.execution_id = s.execution_id`;
    expect(
      await findingsAfter(restore, `UPDATE archived_executions SET transaction_hash = 'x' WHERE ${isSaved}`),
    ).toEqual(['archive_list_differs', 'effect_elsewhere']);
    await database.query('DROP TABLE saved');
  });
});
