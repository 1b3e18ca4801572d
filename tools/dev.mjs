// @ts-check
// npm run dev: `npm start`, and a restart of API, worker and webhooks after each change of their sources.
import './build/check-node.mjs';
import path from 'node:path';

await import('./build/ensure-deps.mjs'); // loaded after the check: static imports are linked before it runs
const { build } = await import('./build/build.mjs');
await build();
const { runDevnet } = await import(path.resolve(import.meta.dirname, '../dist/dev/devnet/run-devnet.js'));
await runDevnet({ compile: build });
