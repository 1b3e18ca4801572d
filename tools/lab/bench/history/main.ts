import 'reflect-metadata';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { compareWork, MAX_RATIO, NOISE_PAGES, type WorkFigures } from './compare-works.js';
import { CROWD_WORKS } from './crowd-works.js';
import { MOVE_WORKS, WORKER_WORKS } from './engine-works.js';
import { fillDatabase, openFilled, SERVER_SETTINGS } from './history-database.js';
import { LIST_WORKS } from './list-works.js';
import type { CrowdSize } from './seed-crowd.js';
import { STATE_WORKS, SWEEP_WORKS } from './sweep-works.js';

const WORKS = [...WORKER_WORKS, ...MOVE_WORKS, ...SWEEP_WORKS, ...STATE_WORKS, ...LIST_WORKS];

/** Beside a wallet or a webhook. */
const CROWD: CrowdSize = { agents: 50_000, unindexed: 200_000, idleWallets: 20_000, markets: 1_000_000 };
/** Share of it in the smaller of the two databases with one. */
const SMALL_SHARE = 1_000;

const { small, large, crowd } = createCommand(
  'bench history',
  'Fails when work reads more pages after many ended executions, or beside many agents, than after few.',
)
  .option('--small <n>', 'ended executions of the small database', wholeNumber(), 10_000)
  .option('--large <n>', 'ended executions of the large database', wholeNumber(), 2_000_000)
  .option('--crowd <percent>', 'size of what others have, of 50,000 agents with webhooks and more', wholeNumber(), 100)
  .parse()
  .opts<{ readonly small: number; readonly large: number; readonly crowd: number }>();
const isMet = await withTestRun('bench-runs', async (run) => {
  const postgres = await run.startPostgres(SERVER_SETTINGS);
  for (const [name, executions] of Object.entries({ small, large })) {
    await fillDatabase({ run, postgres, name }, { executions, recent: Math.min(small, executions) });
  }
  const databases = { small: await openFilled(postgres, 'small'), large: await openFilled(postgres, 'large') };
  const figures: WorkFigures[] = [];
  for (const work of WORKS) figures.push(await compareWork(databases, work));
  const crowds = { 'crowd-small': crowd / 100 / SMALL_SHARE, 'crowd-large': crowd / 100 };
  for (const [name, share] of Object.entries(crowds)) {
    await fillDatabase({ run, postgres, name }, { executions: small, recent: small }, scale(CROWD, share));
  }
  const crowded = {
    small: await openFilled(postgres, 'crowd-small'),
    large: await openFilled(postgres, 'crowd-large'),
  };
  for (const work of CROWD_WORKS) figures.push(await compareWork(crowded, work));
  for (const opened of [...Object.values(databases), ...Object.values(crowded)]) await opened.close();
  console.table(figures.map(toRow));
  console.log(`differences below ${NOISE_PAGES} pages count as equal`);
  const missed = figures.filter((each) => !each.isMet).length;
  console.log(missed === 0 ? `all within ${MAX_RATIO}` : `${missed} missed the bar of ${MAX_RATIO}`);
  return missed === 0;
});
process.exit(isMet ? 0 : 1);

function toRow({ name, smallPages, largePages, largeMs, isMet: isWithin }: WorkFigures): object {
  return {
    work: name,
    smallPages,
    largePages,
    result: isWithin ? 'pass' : 'MISS',
    largeMs: Math.round(largeMs * 10) / 10,
  };
}

function scale({ agents, unindexed, idleWallets, markets }: CrowdSize, share: number): CrowdSize {
  const part = (count: number): number => Math.max(1, Math.round(count * share));
  return {
    agents: part(agents),
    unindexed: part(unindexed),
    idleWallets: part(idleWallets),
    markets: part(markets),
  };
}
