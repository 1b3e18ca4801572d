// @ts-check
// npm run dev: `npm start`, and a restart of API and worker after each change of their sources.
import { build, compileFiles } from './build/build.mjs';

await build();
const { runDevnet } = await import('../dist/apps/devnet/src/run-devnet.js');
await runDevnet({ compile: compileFiles });
