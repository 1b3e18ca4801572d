// Loaded into a process before its own code: at SIGUSR2 it collects all garbage and writes one line that says how much
// is left.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

process.on('SIGUSR2', () => {
  runInNewContext('gc()');
  const { heapUsed, rss, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ probe: 'heap', heapUsed, rss, external })}\n`);
});
