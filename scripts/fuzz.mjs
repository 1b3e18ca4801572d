// npm run fuzz: generated and hostile requests to every route of the product, and a judgement of every answer.
//   npm run fuzz -- [--requests 20000] [--seed N] [--base-url http://127.0.0.1:4000] [--json]
import { build } from './build.mjs';

await build();
await import('../dist/tools/fuzz/main.js');
