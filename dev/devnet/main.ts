import { runDevnet } from './run-devnet.js';

await runDevnet();
