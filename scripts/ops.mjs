// npm run ops -- COMMAND …: the operator's commands; `npm run ops -- help` lists them.
// The settings of docs/configuration.md say of what; without DATABASE_URL it is what npm start runs.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './build.mjs';

await build();
const { operatorEnvironment } = await import('../dist/apps/devnet/src/cli/operator-environment.js');
const program = path.resolve(import.meta.dirname, '../dist/apps/ops/src/main.js');
const ops = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
  env: operatorEnvironment(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, (name) => ops.kill(name));
process.exitCode = await new Promise((resolve) => ops.once('exit', (code) => resolve(code ?? 1)));
