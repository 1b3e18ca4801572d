// npm run bench:http: the API's figures, each beside those of Fastify and pg alone in the same run (docs/benchmarks.md).
//   npm run bench:http -- [--only market,markets,trade,intent,processes] [--rounds 7] [--duration-ms 2000] [--profile]
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    'duration-ms': { type: 'string', default: '2000' },
    profile: { type: 'boolean', default: false },
  },
});
await build();
const { SCENARIOS } = await import('../bench/http/scenarios.mjs');
const all = [...Object.keys(SCENARIOS), 'processes'];
const names = values.only?.split(',') ?? all;
const [rounds, durationMs] = [Number(values.rounds), Number(values['duration-ms'])];
if (!names.every((name) => all.includes(name)) || !(rounds >= 1) || !(durationMs >= 100)) {
  console.error(`[bench] --only takes ${all.join(', ')}; --rounds and --duration-ms whole numbers`);
  process.exit(2);
}
const { runBench, runProfile } = await import('../bench/http/run.mjs');
if (values.profile) await runProfile({ names: names.filter((name) => Object.hasOwn(SCENARIOS, name)), durationMs });
else await runBench({ names, rounds, durationMs });
