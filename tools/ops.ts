import { inheritedEnvironment, SettingsError } from '@app/config';
import { NotRunningError, operatorEnvironment } from '../dev/devnet/cli/operator-environment.js';
import { builtFile } from '../dev/devnet/project-root.js';
import { runNode } from './support/run-node.js';

const EXIT_NOT_RUN = 2;

/**
 * `npm run ops -- COMMAND …` and `npm run verify` run an operator command.
 * Without DATABASE_URL they use the product that `npm start` runs on this machine. Help and version need neither settings nor data.
 */
async function main(args: readonly string[]): Promise<number> {
  const isHelp = args.length === 0 || args.some((arg) => ['help', '--help', '-h', '--version', '-V'].includes(arg));
  const env = isHelp ? inheritedEnvironment() : operatorEnvironment();
  const program = ['--enable-source-maps', builtFile('apps/ops/src/main.ts'), ...args];
  return runNode(program, { env, signalExitCode: EXIT_NOT_RUN });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof SettingsError || error instanceof NotRunningError ? error.message : error);
  process.exitCode = EXIT_NOT_RUN;
}
