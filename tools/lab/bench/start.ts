import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inheritedEnvironment } from '@app/config';
import { freePortSettings } from '../../../dev/devnet/cli/port-check.js';
import { RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { median } from './support/measure.js';
import { type Figure, tableOf } from './support/report.js';

/** Time after the start until memory is measured. */
const SETTLE_MS = 5_000;
const READY = 'Presage is ready';
const RUNNER = path.join(PROJECT_ROOT, 'tools/run.mjs');
const BUILD_STAMP = path.join(PROJECT_ROOT, 'dist/.build-stamp');
const dataDir = path.join(PROJECT_ROOT, '.cache', `bench-start-${process.pid}`);

const { starts } = createCommand('bench:start', 'Measures the time to ready, the installation and the idle memory.')
  .option('--starts <n>', 'starts after the first', wholeNumber(), 3)
  .parse()
  .opts<{ readonly starts: number }>();
const env = { ...inheritedEnvironment(), ...(await freePortSettings()), PRESAGE_DATA_DIR: dataDir };
let running: ChildProcess | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void end().finally(() => process.exit(1)));

try {
  console.table(tableOf(await measure()));
} finally {
  await end();
}

async function measure(): Promise<Figure[]> {
  rmSync(BUILD_STAMP, { force: true }); // the first start of a checkout builds
  const firstSeconds = await start();
  await delay(SETTLE_MS);
  const [api, worker] = [residentMb('api'), residentMb('worker')];
  await stop();
  const laterSeconds: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    laterSeconds.push(await start());
    await stop();
  }
  return [
    figure('first start, with build', 's', { product: firstSeconds, max: 15 }),
    figure(`later start, median of ${starts}`, 's', { product: median(laterSeconds), max: 8 }),
    figure('node_modules', 'MB', { product: installedMb(), max: 480 }),
    figure('API, idle', 'MB', { product: api, max: 180 }),
    figure('worker, idle', 'MB', { product: worker, max: 160 }),
  ];
}

function figure(name: string, unit: string, { product, max }: { product: number; max: number }): Figure {
  return { name, unit, product, bar: { max }, note: '' };
}

/** Starts the product with an empty or an existing data folder. @returns the seconds until it is ready */
async function start(): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [RUNNER, 'dev/devnet/main'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'], // the banner goes to standard error
  });
  running = child;
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(READY)) resolve();
    });
    child.once('exit', () => reject(new Error(`npm start ended before it was ready:\n${output}`)));
  });
  return (performance.now() - startedMs) / 1000;
}

async function stop(): Promise<void> {
  if (running === null || running.exitCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
}

/** Stops the product and removes its data. */
async function end(): Promise<void> {
  await stop();
  spawnSync(process.execPath, [RUNNER, 'dev/devnet/cli/reset'], { env, stdio: 'ignore' });
}

function residentMb(name: string): number {
  const mark = new RunFolder(path.join(dataDir, 'run')).listLive().find((one) => one.name === name);
  if (mark === undefined) throw new Error(`${name} does not run`);
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(mark.pid)], { encoding: 'utf8' });
  return Math.round(Number(stdout) / 1024);
}

function installedMb(): number {
  const { stdout } = spawnSync('du', ['-sk', path.join(PROJECT_ROOT, 'node_modules')], { encoding: 'utf8' });
  return Math.round(Number.parseInt(stdout, 10) / 1024);
}
