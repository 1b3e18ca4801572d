import { runDeployCommand } from './deploy-command.js';

process.exitCode = await runDeployCommand(process.argv.slice(2), {
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
