import 'reflect-metadata';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { compareWork, MAX_RATIO, NOISE_PAGES, type WorkFigures } from './compare-works.js';
import { MOVE_WORKS, WORKER_WORKS } from './engine-works.js';
import { fillDatabase, openFilled, SERVER_SETTINGS } from './history-database.js';
import { LIST_WORKS } from './list-works.js';
import { STATE_WORKS, SWEEP_WORKS } from './sweep-works.js';

const WORKS = [...WORKER_WORKS, ...MOVE_WORKS, ...SWEEP_WORKS, ...STATE_WORKS, ...LIST_WORKS];

const { small, large } = createCommand(
  'bench history',
  'Fails when work reads more pages after many ended executions than after few.',
)
  .option('--small <n>', 'ended executions of the small database', wholeNumber(), 10_000)
  .option('--large <n>', 'ended executions of the large database', wholeNumber(), 2_000_000)
  .parse()
  .opts<{ readonly small: number; readonly large: number }>();
const isMet = await withTestRun('bench-runs', async (run) => {
  const postgres = await run.startPostgres(SERVER_SETTINGS);
  for (const [name, executions] of Object.entries({ small, large })) {
    await fillDatabase({ run, postgres, name }, { executions, recent: Math.min(small, executions) });
  }
  const databases = { small: await openFilled(postgres, 'small'), large: await openFilled(postgres, 'large') };
  const figures: WorkFigures[] = [];
  for (const work of WORKS) figures.push(await compareWork(databases, work));
  for (const opened of Object.values(databases)) await opened.close();
  console.table(figures.map(toRow));
  console.log(`differences below ${NOISE_PAGES} pages count as equal`);
  const missed = figures.filter((each) => !each.isMet).length;
  console.log(missed === 0 ? `all within ${MAX_RATIO}` : `${missed} missed the bar of ${MAX_RATIO}`);
  return missed === 0;
});
process.exit(isMet ? 0 : 1);

function toRow({ name, smallPages, largePages, isMet: isWithin }: WorkFigures): object {
  const pages = { [`pages, ${small}`]: smallPages, [`pages, ${large}`]: largePages };
  return { work: name, ...pages, result: isWithin ? 'pass' : 'MISS' };
}
