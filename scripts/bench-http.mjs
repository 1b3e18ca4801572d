// npm run bench:http: the API's figures, each beside those of Fastify and pg alone in the same run (docs/benchmarks.md).
//   npm run bench:http -- [--only market,markets,trade,intent,processes] [--rounds 7] [--duration-ms 2000] [--profile]
import { build } from './build.mjs';
import { readOptions, refuse, wholeNumber } from './options.mjs';

const values = readOptions('bench', {
  only: { type: 'string' },
  rounds: { type: 'string', default: '7' },
  'duration-ms': { type: 'string', default: '2000' },
  profile: { type: 'boolean', default: false },
});
const rounds = wholeNumber('bench', { name: 'rounds', text: values.rounds });
const durationMs = wholeNumber('bench', { name: 'duration-ms', text: values['duration-ms'], least: 100 });
await build();
const { SCENARIOS } = await import('../bench/http/scenarios.mjs');
const all = [...Object.keys(SCENARIOS), 'processes'];
const names = values.only?.split(',') ?? all;
if (!names.every((name) => all.includes(name))) refuse('bench', `--only takes ${all.join(', ')}`);
const { runBench, runProfile } = await import('../bench/http/run.mjs');
if (values.profile) await runProfile({ names: names.filter((name) => Object.hasOwn(SCENARIOS, name)), durationMs });
else await runBench({ names, rounds, durationMs });
