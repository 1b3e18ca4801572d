import { ChainRpc } from '@app/chain';
import { loadOpsSettings } from '@app/config';
import type { Database } from '@app/persistence';
import { runOps } from '../../apps/ops/src/cli/run-ops.js';
import { COMMANDS } from '../../apps/ops/src/commands/index.js';

const UNREACHABLE = 'http://127.0.0.1:1';

export interface OpsOutcome {
  readonly code: number;
  /** Output and errors. */
  readonly out: string;
}

/** Runs an operator command in this process. There is no chain. */
export async function runOpsLine(line: string, database: Database): Promise<OpsOutcome> {
  let out = '';
  const settings = loadOpsSettings({
    DATABASE_URL: 'postgres://the.fixture/has-one',
    CHAIN_RPC_URL: UNREACHABLE,
    FACTORY_ADDRESS: `0x${'1'.repeat(40)}`,
    COLLATERAL_ADDRESS: `0x${'2'.repeat(40)}`,
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
