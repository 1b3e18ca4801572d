import 'reflect-metadata';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { progressLog } from '../../support/progress-log.js';
import { withTestRun } from '../../support/with-test-run.js';
import { compareIndexers, type Comparison, type CompareOptions } from './compare.js';
import { FACT_KINDS } from './fact-lines.js';

const RANDOM_SEEDS = 1_000_000;
/** Enough for every kind of event and some reorganisations. */
const MIN_EVENTS = 300;
const MAX_LISTED = 20;

const options = createCommand(
  'indexer:compare',
  'Compares read models and event logs with the rows of Ponder, another indexer, after a random history.',
)
  .option('--events <n>', 'events of the contracts', wholeNumber(MIN_EVENTS), 10_000)
  .option('--seed <n>', 'seed of the history; random by default', wholeNumber(0), Date.now() % RANDOM_SEEDS)
  .parse()
  .opts<CompareOptions>();
const log = progressLog();
log(`${options.events} events, seed ${options.seed}`);
const comparison = await withTestRun(
  'indexer-runs',
  (run) => compareIndexers(options, run, log),
  (result) => !isEqual(result),
);
describe(comparison);
process.exit(isEqual(comparison) ? 0 : 1);

/** Every kind of fact and an undone event must have occurred. */
function isEqual({ differences, facts, undoneEvents }: Comparison): boolean {
  const hasAll = FACT_KINDS.every((kind) => (facts[kind] ?? []).length > 0);
  return hasAll && undoneEvents > 0 && Object.values(differences).every((lines) => lines.length === 0);
}

function describe({ events, reorganisations, undoneEvents, loggedEvents, facts, differences }: Comparison): void {
  console.log(
    `${events} events, ${reorganisations} reorganisations, ` +
      `${loggedEvents} logged events, ${undoneEvents} of them undone`,
  );
  console.log(`facts of Ponder: ${FACT_KINDS.map((kind) => `${kind} ${facts[kind]?.length ?? 0}`).join(', ')}`);
  for (const [source, lines] of Object.entries(differences)) {
    console.log(`${source}: ${lines.length} differences`);
    for (const line of lines.slice(0, MAX_LISTED)) console.log(`  ${line}`);
  }
}
