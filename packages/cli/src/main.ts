#!/usr/bin/env node
import { readEnvironment } from './environment.js';
import { runProgram } from './program.js';

// A reader that has enough, such as head, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  // Such as a full disk, below a redirection.
  process.stderr.write(`presage: The output cannot be written: ${error.code ?? 'unknown cause'}.\n`);
  process.exit(1);
});
// Progress must not end an action that is under way.
process.stderr.on('error', () => undefined);

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: readEnvironment(),
  terminal: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stdout.isTTY === true && process.stderr.isTTY === true,
  },
});
