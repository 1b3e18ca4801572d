import 'reflect-metadata';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { compareWork, MAX_RATIO, NOISE_MS, NOISE_PAGES, type WorkFigures } from './compare-works.js';
import { MOVE_WORKS, WORKER_WORKS } from './engine-works.js';
import { fillDatabase, openFilled, SERVER_SETTINGS } from './history-database.js';
import { LIST_WORKS } from './list-works.js';
import { STATE_WORKS, SWEEP_WORKS } from './sweep-works.js';

const WORKS = [...WORKER_WORKS, ...MOVE_WORKS, ...SWEEP_WORKS, ...STATE_WORKS, ...LIST_WORKS];

const { small, large, rounds } = createCommand(
  'bench:history',
  'Fails when work costs more after many ended executions than after few.',
)
  .option('--small <n>', 'ended executions of the small database', wholeNumber(), 10_000)
  .option('--large <n>', 'ended executions of the large database', wholeNumber(), 2_000_000)
  .option('--rounds <n>', 'measurements of each work on each database; 0 counts pages only', wholeNumber(0), 21)
  .parse()
  .opts<{ readonly small: number; readonly large: number; readonly rounds: number }>();
const isMet = await withTestRun('bench-runs', async (run) => {
  const postgres = await run.startPostgres(SERVER_SETTINGS);
  for (const [name, executions] of Object.entries({ small, large })) {
    await fillDatabase({ run, postgres, name }, { executions, recent: Math.min(small, executions) });
  }
  const databases = { small: await openFilled(postgres, 'small'), large: await openFilled(postgres, 'large') };
  const figures: WorkFigures[] = [];
  for (const work of WORKS) figures.push(await compareWork(databases, work, rounds));
  for (const opened of Object.values(databases)) await opened.close();
  console.table(figures.map(rowOf));
  console.log(`differences below ${NOISE_MS} ms and ${NOISE_PAGES} pages count as equal`);
  const missed = figures.filter((each) => !each.isMet).length;
  console.log(missed === 0 ? `all within ${MAX_RATIO}` : `${missed} missed the bar of ${MAX_RATIO}`);
  return missed === 0;
});
process.exit(isMet ? 0 : 1);

function rowOf({ name, smallMs, largeMs, ratio, smallPages, largePages, isMet: isWithin }: WorkFigures): object {
  return {
    work: name,
    [`${small}, ms`]: Number(smallMs.toFixed(2)),
    [`${large}, ms`]: Number(largeMs.toFixed(2)),
    ratio: Number(ratio.toFixed(2)),
    'pages, small': smallPages,
    'pages, large': largePages,
    result: isWithin ? 'pass' : 'MISS',
  };
}
