// @ts-check
// Installs missing dependencies, builds what has changed, and runs one compiled module:
// `node tools/run.mjs dev/devnet/main [arguments]`.
import './build/check-node.mjs';
import path from 'node:path';

await import('./build/ensure-deps.mjs'); // loaded after the check: static imports are linked before it runs
const { build } = await import('./build/build.mjs');
const [module = '', ...rest] = process.argv.slice(2);
const startedMs = performance.now();
if (await build()) console.error(`[build] compiled in ${Math.round(performance.now() - startedMs)} ms`);
const file = path.resolve(import.meta.dirname, '../dist', `${module}.js`);
process.argv.splice(1, process.argv.length, file, ...rest);
process.setSourceMapsEnabled(true);
await import(file);
