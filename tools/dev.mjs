// @ts-check
// npm run dev: `npm start`, and a restart of API, worker and webhooks after each change of their sources.
import path from 'node:path';
import './build/ensure-deps.mjs';
import { build } from './build/build.mjs';

await build();
const { runDevnet } = await import(path.resolve(import.meta.dirname, '../dist/dev/devnet/run-devnet.js'));
await runDevnet({ compile: build });
