// Preloaded into a process. On SIGUSR2 it collects garbage and writes the memory usage as one line of JSON.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

process.on('SIGUSR2', () => {
  runInNewContext('gc()');
  const { heapUsed, rss, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ probe: 'heap', heapUsed, rss, external })}\n`);
});
