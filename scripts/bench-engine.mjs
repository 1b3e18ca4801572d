// npm run bench:engine: the engine's figures, each beside a bare program's in the same run (docs/benchmarks.md).
//   npm run bench:engine -- --only accept,drain --rounds 5
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string', default: '5' } } });
await build();
const { BENCHES, runBenches } = await import('../bench/engine/run.mjs');
const names = values.only?.split(',') ?? Object.keys(BENCHES);
const rounds = Number(values.rounds);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0 || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(`[bench] --only takes ${Object.keys(BENCHES).join(', ')}; --rounds a whole number`);
  process.exit(2);
}
await runBenches(names, { rounds });
