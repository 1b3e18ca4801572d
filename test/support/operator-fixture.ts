import { ChainRpc } from '@app/chain';
import { type Environment, loadOpsSettings } from '@app/config';
import { Secret } from '@app/common';
import type { Database } from '@app/persistence';
import { runOps } from '../../apps/ops/src/cli/run-ops.js';
import { COMMANDS } from '../../apps/ops/src/commands/index.js';
import { roleUrl } from './stack/database-roles.js';
import { type EngineFixture, openEngineFixture } from './engine-fixture.js';
import { connectDatabase } from './open-database.js';

const UNREACHABLE = 'http://127.0.0.1:1';

export interface OpsOutcome {
  readonly code: number;
  /** Output and errors. */
  readonly out: string;
}

/** A database with wallets and intents, and operator commands on it. */
export interface OperatorFixture {
  readonly engine: EngineFixture;
  /** Runs a command in this process, by default with the database role of the commands. There is no chain. */
  ops(line: string, database?: Database): Promise<OpsOutcome>;
  close(): Promise<void>;
}

/** @param env further settings of the commands */
export async function openOperatorFixture(env: Environment = {}): Promise<OperatorFixture> {
  const engine = await openEngineFixture();
  const operator = await connectDatabase(roleUrl(new Secret(engine.databaseUrl), 'ops').reveal());
  return {
    engine,
    ops: (line, database = operator.database) => runLine(line, database, env),
    async close() {
      await operator.close();
      await engine.close();
    },
  };
}

async function runLine(line: string, database: Database, env: Environment): Promise<OpsOutcome> {
  let out = '';
  const settings = loadOpsSettings({
    DATABASE_URL: 'postgres://the.fixture/has-one',
    CHAIN_RPC_URL: UNREACHABLE,
    FACTORY_ADDRESS: `0x${'1'.repeat(40)}`,
    COLLATERAL_ADDRESS: `0x${'2'.repeat(40)}`,
    ...env,
  });
  const rpc = new ChainRpc({ url: UNREACHABLE, chainId: 31_999 });
  const code = await runOps(
    {
      commands: COMMANDS,
      open: (actor) => Promise.resolve({ context: { database, rpc, settings, actor }, close: () => Promise.resolve() }),
      writeOut: (text) => (out += text),
      writeErr: (text) => (out += text),
    },
    line.split(' '),
  );
  return { code, out };
}
