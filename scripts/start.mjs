// npm start: builds what has changed and runs the whole product on this machine.
import { build } from './build.mjs';

if (await build()) console.log(`[${(performance.now() / 1000).toFixed(1).padStart(5)} s] built`);
const { runDevnet } = await import('../dist/apps/devnet/src/main.js');
await runDevnet();
