// npm run chaos: breaks the whole product in every way there is, and judges by the chain what became of it.
//   npm run chaos -- [--seed N] [--failpoints all|1,2,…] [--seeds 10] [--executions 8] [--wipes 50] [--crashes 20]
//                    [--queue postgres|redis] [--short] [--json]
import { build } from './build.mjs';

await build();
await import('../dist/tools/chaos/main.js');
