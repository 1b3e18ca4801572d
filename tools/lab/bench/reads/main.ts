import 'reflect-metadata';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { compareReads, MAX_RATIO, type ReadFigures } from './compare-reads.js';
import { ENDPOINTS } from './endpoints.js';
import { openReadServer } from './read-server.js';

/** 1,000 events and positions, those of the trader, and more intents per agent than a page reads. */
const SMALL = { people: 50, buys: 1, intents: 60, traded: 250 };
/** 1,000,000 events and intents, and 100,000 positions. */
const LARGE = { people: 5_000, buys: 10, intents: 200, traded: 2_000 };

const options = createCommand('bench:reads', 'Compares every read endpoint on a small and on a large database.')
  .option('--plans', 'print every plan')
  .option('--rounds <n>', 'measurements per endpoint', wholeNumber(), 7)
  .parse()
  .opts<{ readonly plans?: boolean; readonly rounds: number }>();
const isMet = await withTestRun('bench-runs', async (run) => {
  const postgres = await run.startPostgres();
  const small = await openReadServer(postgres, 'small', SMALL);
  const large = await openReadServer(postgres, 'large', LARGE);
  const results: [endpoint: string, figures: ReadFigures][] = [];
  for (const [endpoint, pathOf] of Object.entries(ENDPOINTS)) {
    results.push([endpoint, await compareReads({ small, large }, pathOf, options.rounds)]);
  }
  console.table(results.map(([endpoint, { plans, ...figures }]) => ({ endpoint, ...figures, plans: plans.length })));
  if (options.plans === true) {
    for (const [endpoint, { plans }] of results) console.log(`\n${endpoint}\n${plans.join('\n\n')}`);
  }
  const failed = results.filter(([, { ratio, wholeTables }]) => ratio > MAX_RATIO || wholeTables !== '').length;
  console.log(failed === 0 ? `all within ${MAX_RATIO}, all by an index` : `${failed} missed the bar`);
  await small.close();
  await large.close();
  return failed === 0;
});
process.exit(isMet ? 0 : 1);
