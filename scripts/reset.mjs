// npm run reset: clears the data that npm start keeps between runs.
import { build } from './build.mjs';

await build();
const { resetDevnet } = await import('../dist/apps/devnet/src/cli/reset.js');
process.exitCode = await resetDevnet();
