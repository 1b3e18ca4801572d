import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { findRedis } from '../../../../test/support/redis.js';
import { createCommand, parseList, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { alternate } from '../support/measure.js';
import { printTable } from './bars.js';
import { accept, countAfterFault, type Figures, saturate, waitForReports } from './measure-writes.js';
import { openMinimal } from './minimal-system.js';
import { openPresage } from './presage-system.js';
import { readWork, workPerWrite } from './read-work.js';
import type { WriteSystem } from './write-system.js';

const WALLETS = 8;
const SIZES = {
  long: {
    oneMs: 20_000,
    manyMs: 15_000,
    warmUpMs: 8_000,
    accepted: 400,
    reports: 40,
    killEveryMs: 6_000,
    faulted: 200,
    frozenMs: 20_000,
  },
  short: {
    oneMs: 6_000,
    manyMs: 6_000,
    warmUpMs: 3_000,
    accepted: 100,
    reports: 16,
    killEveryMs: 2_000,
    faulted: 60,
    frozenMs: 5_000,
  },
} as const;
const KILLS = 10;
const FAULT_NAMES = ['kills', 'flush', 'freeze'] as const;

interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  readonly short: boolean;
  readonly json?: string;
}

type Phase = (system: WriteSystem) => Promise<Figures>;

const PHASE_NAMES = ['one', 'many', 'reports', 'accept', ...FAULT_NAMES];
const options = createCommand(
  'bench writes',
  'Measures buys through the product beside a program without its promises.',
)
  .option('--only <list>', `some of ${PHASE_NAMES.join(', ')}`, parseList(PHASE_NAMES), PHASE_NAMES)
  .option('--rounds <n>', 'measurements per figure; faults once', wholeNumber(), 5)
  .option('--short', 'few writes, for a check of the bench', false)
  .option('--json <file>', 'write all figures to this file')
  .parse()
  .opts<Options>();
const size = SIZES[options.short ? 'short' : 'long'];
const { warmUpMs, killEveryMs } = size;

const PHASES: Readonly<Record<string, Phase>> = {
  one: saturateAt('interval', { wallets: 1, inFlight: 40, warmUpMs, windowMs: size.oneMs }),
  many: saturateAt('instant', { wallets: WALLETS, inFlight: 160, warmUpMs, windowMs: size.manyMs }),
  reports: async (system) => {
    await system.chain.setMining('instant');
    const instant = await waitForReports(system, size.reports, 4);
    await system.chain.setMining('interval');
    const interval = await waitForReports(system, size.reports, 4);
    return {
      instantP50: instant.p50 ?? NaN,
      instantP99: instant.p99 ?? NaN,
      intervalP50: interval.p50 ?? NaN,
      intervalP99: interval.p99 ?? NaN,
    };
  },
  accept: async (system) => {
    await system.chain.setMining('instant');
    return accept(system, size.accepted, 16);
  },
  kills: breakBy(async (system) => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [, ended] = await Promise.all([delay(killEveryMs), system.killWorker()]);
      void ended;
    }
  }),
  flush: breakBy((system) => system.flushQueue()),
  freeze: breakBy(async ({ chain }) => {
    process.kill(chain.pid, 'SIGSTOP');
    await delay(size.frozenMs);
    process.kill(chain.pid, 'SIGCONT');
  }),
};

const redisProgram = findRedis();
if (redisProgram === null) throw new Error('no redis-server on the PATH');
await withTestRun('bench-runs', async (run) => {
  const presage = await openPresage(run, WALLETS, redisProgram);
  const minimal = await openMinimal(run, WALLETS, redisProgram);
  const figures: Record<string, Figures[][]> = {};
  let work: Figures = {};
  for (const [name, phase] of Object.entries(PHASES).filter(([one]) => options.only.includes(one))) {
    const rounds = FAULT_NAMES.some((fault) => fault === name) ? 1 : options.rounds;
    const before = { work: await readWork(presage.work), writes: presage.watcher.count };
    figures[name] = await alternate(rounds, [() => phase(presage), () => phase(minimal)]);
    if (name === 'many')
      work = workPerWrite(before.work, await readWork(presage.work), presage.watcher.count - before.writes);
    console.log(
      `[bench] ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}; ${name}:`,
      JSON.stringify(figures[name]),
    );
  }
  printTable(figures, work);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify({ figures, work }));
  await presage.stop();
  await minimal.stop();
});
process.exit();

function saturateAt(mining: 'instant' | 'interval', load: Parameters<typeof saturate>[1]): Phase {
  return async (system) => {
    await system.chain.setMining(mining);
    return saturate(system, load);
  };
}

function breakBy(breakIt: (system: WriteSystem) => Promise<void>): Phase {
  return async (system) => {
    await system.chain.setMining('interval');
    return countAfterFault(system, { count: size.faulted, breakIt: () => breakIt(system) });
  };
}
