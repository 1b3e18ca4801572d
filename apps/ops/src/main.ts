import { ChainRpc } from '@app/chain';
import { loadOpsSettings } from '@app/config';
import { createDataSource, Database, poolOf } from '@app/persistence';
import { failureOf } from './cli/failure.js';
import { runOps, type OpsRun } from './cli/run-ops.js';
import { COMMANDS } from './commands/index.js';

/** Opens what the settings name, for one command. */
const open: OpsRun['open'] = async (actor) => {
  const settings = loadOpsSettings();
  const source = await createDataSource({
    settings,
    applicationName: 'presage-ops',
    onIdleError: () => undefined,
  }).initialize();
  const rpc = new ChainRpc({ url: settings.CHAIN_RPC_URL });
  return {
    context: { database: new Database(poolOf(source)), rpc, settings, actor },
    close: () => source.destroy(),
  };
};

const run: OpsRun = {
  commands: COMMANDS,
  open,
  out: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
};

runOps(run, process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const { text, exitCode } = failureOf(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = exitCode;
  },
);
