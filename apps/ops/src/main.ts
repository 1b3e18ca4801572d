import { ChainRpc } from '@app/chain';
import { describeMisspelt, findMisspeltSettings, loadOpsSettings } from '@app/config';
import { createDataSource, Database } from '@app/persistence';
import { failureMessage } from './cli/failure.js';
import { runOps, type OpsEnvironment } from './cli/run-ops.js';
import { COMMANDS } from './commands/index.js';

const EXIT_NOT_RUN = 2;
/** An operator waits longer than a request may. */
const CONNECT_TIMEOUT_MS = 15_000;

const open: OpsEnvironment['open'] = async (actor) => {
  for (const found of findMisspeltSettings()) environment.writeErr(`${describeMisspelt(found)}\n`);
  const settings = loadOpsSettings();
  const { DATABASE_NAMED_STATEMENTS: namedStatements } = settings;
  const source = await createDataSource({
    settings: { ...settings, DATABASE_CONNECT_TIMEOUT_MS: CONNECT_TIMEOUT_MS },
    applicationName: 'presage-ops',
    onIdleError: () => undefined,
  }).initialize();
  const rpc = new ChainRpc({ url: settings.CHAIN_RPC_URL.reveal(), chainId: settings.CHAIN_ID });
  return {
    context: { database: new Database(source, { namedStatements }), rpc, settings, actor },
    close: () => source.destroy(),
  };
};

const environment: OpsEnvironment = {
  commands: COMMANDS,
  open,
  writeOut: (text) => void process.stdout.write(text),
  writeErr: (text) => void process.stderr.write(text),
};

// A reader that has enough, such as head, closes the pipe. The command is completed all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  process.exitCode = await runOps(environment, process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${failureMessage(error)}\n`);
  process.exitCode = EXIT_NOT_RUN;
}
