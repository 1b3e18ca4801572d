// npm run bench:engine: the engine's figures, each beside a bare program's in the same run (docs/benchmarks.md).
//   npm run bench:engine -- --only accept,drain --rounds 5
import { build } from './build.mjs';
import { readOptions, refuse, wholeNumber } from './options.mjs';

const values = readOptions('bench', { only: { type: 'string' }, rounds: { type: 'string', default: '5' } });
const rounds = wholeNumber('bench', { name: 'rounds', text: values.rounds });
await build();
const { BENCHES, runBenches } = await import('../bench/engine/run.mjs');
const names = values.only?.split(',') ?? Object.keys(BENCHES);
if (!names.every((name) => Object.hasOwn(BENCHES, name))) {
  refuse('bench', `--only takes ${Object.keys(BENCHES).join(', ')}`);
}
await runBenches(names, { rounds });
