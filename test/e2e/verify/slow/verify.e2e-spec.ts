import { ChainHistory, ChainRpc } from '@app/chain';
import { verifyRecords } from '@app/audit';
import { anchorLogs } from '@app/events';
import type { Database } from '@app/persistence';
import { LOCAL_CHAIN_ID } from '../../../../dev/devnet/chain/chain.js';
import { connectDatabase } from '../../../support/open-database.js';
import { useProduct } from '../../support/product.js';
import { type OpsResult, runOps } from '../../../support/run-ops.js';
import { leaveUndone, makeHistory, untilComplete } from '../history.js';
import { installRechain, rewriteLogs, unguarded } from '../rewrite-history.js';
import type { Tampering } from '../tampering.js';
import { TAMPERINGS_OF_ROWS } from '../tamperings-of-rows.js';
import { TAMPERINGS_OF_EVENTS } from '../tamperings-of-events.js';

/** Thrown to roll a tampering back. */
class RolledBack extends Error {}

const TAMPERINGS = [...TAMPERINGS_OF_ROWS, ...TAMPERINGS_OF_EVENTS];

/** Answers repeated reads from memory: the chain does not change while rows are tampered with. */
class MemoizedRpc extends ChainRpc {
  private readonly answers = new Map<string, Promise<unknown>>();
  private readonly callAnswers = new Map<string, Promise<string>>();

  override send(method: string, params: readonly unknown[]): Promise<unknown> {
    const key = JSON.stringify([method, params]);
    const answer = this.answers.get(key) ?? super.send(method, params);
    this.answers.set(key, answer);
    return answer;
  }

  override call(...request: Parameters<ChainRpc['call']>): Promise<string> {
    const key = JSON.stringify(request);
    const answer = this.callAnswers.get(key) ?? super.call(...request);
    this.callAnswers.set(key, answer);
    return answer;
  }
}

describe('npm run verify', () => {
  const product = useProduct();
  let rpc: ChainRpc;
  let database: Database;

  beforeAll(async () => {
    const { stack } = product;
    rpc = new MemoizedRpc({ url: stack.rpcUrl, chainId: LOCAL_CHAIN_ID });
    const connected = await connectDatabase(stack.databaseUrl, 2);
    product.onStop(connected.close);
    ({ database } = connected);
    await installRechain(database);

    const bob = await makeHistory(product);
    await untilComplete(() =>
      database.queryOne(
        `SELECT count(*) AS left FROM executions WHERE completed_at IS NULL OR readback_due_at IS NOT NULL`,
      ),
    );
    await Promise.all(stack.workers.map((worker) => worker.stop()));
    await unguarded(database, rewriteLogs); // with the workers' anchors, whose number depends on time
    await anchorLogs(database);
    await unguarded(database, (tx) => tx.query(`UPDATE event_anchors SET at = at - interval '1 minute'`));
    await leaveUndone(bob);
    await anchorLogs(database);
  });

  const verify = (...args: string[]): Promise<OpsResult> => runOps(product.stack, ['verify', ...args]);

  /** Returns the codes that verification reports after a tampering, which is rolled back. */
  async function findingsAfter({ statements }: Tampering): Promise<string[]> {
    const { deployment } = product.stack;
    const chain = new ChainHistory(rpc, deployment.factory);
    let codes: string[] = [];
    const undone = unguarded(database, async (tx) => {
      for (const statement of statements) {
        const changed = await tx.query(statement);
        if (statement.endsWith('RETURNING 1') && changed.length === 0) throw new Error(`changed nothing: ${statement}`);
      }
      const plan = { factoryAddress: deployment.factory, collateralAddress: deployment.collateral, decimals: 6 };
      const { findings } = await verifyRecords({ sql: tx, chain, plan, fromBlock: 0 });
      codes = [...new Set(findings.map(({ code }) => code))];
      throw new RolledBack();
    });
    await expect(undone).rejects.toThrow(RolledBack);
    return codes;
  }

  it('finds nothing in an untouched history', async () => {
    const { code, out } = await verify('--json');
    const { findings, ...counts } = JSON.parse(out);
    expect({ code, findings }).toEqual({ code: 0, findings: [] });
    const rows = await database.query('SELECT status, count(*)::int AS count FROM executions GROUP BY status');
    const count = Object.fromEntries(rows.map(({ status, count: number }) => [status, number]));
    expect(count).toEqual({ executed: 11, failed: 4, cancelled: 1, queued: 1 });
    expect(counts).toMatchObject({ executions: 17, executed: 11, effects: 11, under_way: 1, intents: 19, anchors: 2 });
    const { out: text } = await verify();
    expect(text).toContain('Everything that is recorded is what happened, and happened once.');
    const [last] = await database.query('SELECT hash FROM event_anchors ORDER BY id DESC LIMIT 1');
    expect([counts.last_anchor_hash, text]).toEqual([last?.hash, expect.stringContaining(`last anchor ${last?.hash}`)]);
  });

  it('is tested with 60 kinds of tampering', () => {
    expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(60);
  });

  it.each(TAMPERINGS.map((tampering) => [tampering.name, tampering] as const))('finds %s', async (_, tampering) => {
    expect(await findingsAfter(tampering)).toContain(tampering.found);
  });

  it('exits with 1 if it found something and with 2 if it could not run', async () => {
    const raise = (by: number) =>
      database.query('UPDATE agent_intents SET executions_count = executions_count + $1', [by]);
    await raise(1);
    try {
      const { code, out } = await verify();
      expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('intent_differs  agent_intent_') });
    } finally {
      await raise(-1);
    }
    expect(await verify('--fast')).toMatchObject({ code: 2, out: expect.stringContaining('--fast') });
  });
});
