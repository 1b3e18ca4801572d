import { operatorEnvironment } from '../apps/devnet/src/cli/operator-environment.js';
import { builtFile } from '../apps/devnet/src/project-root.js';
import { runNode } from './support/run-node.js';

/**
 * `npm run ops -- COMMAND …` and `npm run verify` run an operator command.
 * Without DATABASE_URL they use the product that `npm start` runs on this machine.
 */
const args = process.argv.slice(2);
process.exitCode = await runNode(['--enable-source-maps', builtFile('apps/ops/src/main.ts'), ...args], {
  env: operatorEnvironment(),
  signalExitCode: args[0] === 'verify' ? 2 : 1, // 1 means that verify found a disagreement
});
