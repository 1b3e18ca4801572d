// npm run bench:overload: offers five times what one API process can do, and fails unless it keeps 0.8 of it and answers
// /health within 50 ms (docs/benchmarks.md).
//   npm run bench:overload -- --seconds 60
import path from 'node:path';
import { build } from './build.mjs';
import { readOptions, wholeNumber } from './options.mjs';

const values = readOptions('bench', { seconds: { type: 'string', default: '60' } });
const seconds = wholeNumber('bench', { name: 'seconds', text: values.seconds });
await build();
const { TestRun } = await import('../dist/tools/stack/test-run.js');
const { runOverload } = await import('../bench/overload/run.mjs');
const run = await TestRun.begin(path.resolve(import.meta.dirname, '../.cache/bench-overload'), process.pid);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void run.end().finally(() => process.exit(130)));
try {
  process.exitCode = (await runOverload(run, { seconds })) ? 0 : 1;
} finally {
  await run.end();
}
