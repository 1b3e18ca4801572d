// npm run rolling-restarts: replaces API and worker processes one after the other while requests and executions go on,
// and counts what was dropped.
//   npm run rolling-restarts -- --times 100
import { build } from './build.mjs';

await build();
await import('../dist/tools/rolling-restart/main.js');
