import { ChainRpc, ChainHistory } from '@app/chain';
import { verifySnapshot } from '@app/audit';
import { anchorEvents } from '@app/engine';
import type { Database } from '@app/persistence';
import { connectDatabase } from '../../agents/open-database.js';
import { ChainClient } from '../support/chain-client.js';
import { runOps } from '../support/run-ops.js';
import { startStack, type Stack } from '../../support/index.js';
import { leaveUndone, makeHistory, untilTold } from './history.js';
import { age, endAnchorEarlier, installRechain, unguarded } from './rewrite-history.js';
import type { Tampering } from './tampering.js';
import { TAMPERINGS_OF_ROWS } from './tamperings-of-rows.js';
import { TAMPERINGS_OF_STORIES } from './tamperings-of-stories.js';

class RolledBack extends Error {}

/** Each of its own kind; what one leaves out another covers. */
const TAMPERINGS = [...TAMPERINGS_OF_ROWS, ...TAMPERINGS_OF_STORIES];

describe('npm run verify', () => {
  let stack: Stack;
  let chain: ChainClient;
  let rpc: ChainRpc;
  let database: Database;
  let disconnect: () => Promise<void>;

  beforeAll(async () => {
    stack = await startStack();
    chain = new ChainClient(stack.rpcUrl);
    rpc = new ChainRpc({ url: stack.rpcUrl });
    ({ database, close: disconnect } = await connectDatabase(stack.databaseUrl, 2));
    await installRechain(database);

    const { bob } = await makeHistory(stack, chain);
    await untilTold(() =>
      database.queryOne(
        `SELECT count(*) AS left FROM executions WHERE completed_at IS NULL OR readback_due_at IS NOT NULL`,
      ),
    );
    await Promise.all(stack.workers.map((worker) => worker.stop()));
    await age(database, 20);
    await anchorEvents(database);
    await endAnchorEarlier(database, 15);
    await leaveUndone(bob);
    await age(database, 5);
    await anchorEvents(database);
  });

  afterAll(async () => {
    chain?.close();
    await disconnect?.();
    await stack?.stop();
  });

  const verify = (...args: string[]): Promise<{ code: number; out: string }> => runOps(stack, ['verify', ...args]);

  /** The codes of what is found once the rows have been tampered with, which is then taken back. */
  async function findingsAfter({ statements }: Tampering): Promise<string[]> {
    const head = await new ChainHistory(rpc, stack.deployment.factory).head();
    let codes: string[] = [];
    const undone = unguarded(database, async (tx) => {
      for (const statement of statements) {
        const changed = await tx.query(statement);
        if (statement.endsWith('RETURNING 1') && changed.length === 0) throw new Error(`changed nothing: ${statement}`);
      }
      const { findings } = await verifySnapshot(
        tx,
        {
          chain: new ChainHistory(rpc, stack.deployment.factory),
          plan: {
            factoryAddress: stack.deployment.factory,
            collateralAddress: stack.deployment.collateral,
            decimals: 6,
          },
          fromBlock: 0,
        },
        head,
      );
      codes = [...new Set(findings.map(({ code }) => code))];
      throw new RolledBack();
    });
    await expect(undone).rejects.toThrow(RolledBack);
    return codes;
  }

  it('finds nothing in a history that nobody has touched', async () => {
    const { code, out } = await verify('--json');
    const { findings, ...counts } = JSON.parse(out);
    expect({ code, findings }).toEqual({ code: 0, findings: [] });
    const rows = await database.query('SELECT status, count(*)::int AS count FROM executions GROUP BY status');
    const count = Object.fromEntries(rows.map(({ status, count: number }) => [status, number]));
    expect(count).toEqual({ executed: 11, failed: 4, cancelled: 1, queued: 1 });
    expect(counts).toMatchObject({ executions: 17, executed: 11, effects: 11, underWay: 1, intents: 19, anchors: 2 });
    const { out: text } = await verify();
    expect(text).toContain('Everything that is recorded is what happened, and happened once.');
    const [last] = await database.query('SELECT hash FROM execution_event_anchors ORDER BY id DESC LIMIT 1');
    expect([counts.lastAnchorHash, text]).toEqual([last?.hash, expect.stringContaining(`last anchor ${last?.hash}`)]);
  });

  it('knows fifty ways to tamper', () => {
    expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(50);
  });

  it.each(TAMPERINGS.map((tampering) => [tampering.name, tampering] as const))('finds: %s', async (_, tampering) => {
    expect(await findingsAfter(tampering)).toContain(tampering.found);
  });

  it('says by its exit code that something was found, and that nothing could be', async () => {
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
