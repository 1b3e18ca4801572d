// npm run verify: proves of every execution that what is recorded is what happened on the chain, and happened once.
//   npm run verify [-- --json]     exit code 0: all of it agrees, 1: something does not, 2: it could not be told
// DATABASE_URL, CHAIN_RPC_URL, FACTORY_ADDRESS and COLLATERAL_ADDRESS say of what; without them it is what npm start runs.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './build.mjs';

await build();
const { operatorEnvironment } = await import('../dist/apps/devnet/src/cli/operator-environment.js');
const program = path.resolve(import.meta.dirname, '../dist/apps/ops/src/main.js');
const verify = spawn(process.execPath, ['--enable-source-maps', program, 'verify', ...process.argv.slice(2)], {
  env: operatorEnvironment(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, (name) => verify.kill(name));
process.exitCode = await new Promise((resolve) => verify.once('exit', (code) => resolve(code ?? 2)));
