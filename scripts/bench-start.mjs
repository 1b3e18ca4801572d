// npm run bench:start: time to ready, first and later, size of the installation, and idle memory of API and worker.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from './build.mjs';

const LATER_STARTS = 3;
const SETTLE_MS = 5_000;
const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.join(root, '.cache', `bench-start-${process.pid}`);

await build();
const { freePortSettings } = await import('../dist/apps/devnet/src/cli/port-check.js');
const env = { ...process.env, ...(await freePortSettings()), PRESAGE_DATA_DIR: dataDir };
let running = null;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop().finally(() => process.exit(1)));

try {
  rmSync(path.join(root, 'dist', '.build-stamp'), { force: true }); // a first start builds
  const first = await start();
  await delay(SETTLE_MS);
  const memory = { api: residentMb('api'), worker: residentMb('worker') };
  await stop();
  const later = [];
  for (let run = 0; run < LATER_STARTS; run += 1) {
    later.push(await start());
    await stop();
  }
  console.table([
    row('first start, build included', `${seconds(first)} s`, '< 15 s'),
    row(`later start, median of ${LATER_STARTS}`, `${seconds(median(later))} s`, '< 8 s'),
    row('node_modules', `${installedMb()} MB`, '< 460 MB'),
    row('API, idle', `${memory.api} MB`, '< 200 MB'),
    row('worker, idle', `${memory.worker} MB`, '< 200 MB'),
  ]);
} finally {
  await stop();
  spawnSync(process.execPath, [path.join(root, 'scripts/reset.mjs')], { env, stdio: 'ignore' });
}

function row(what, measured, bar) {
  return { what, measured, bar };
}

/** @returns a promise of milliseconds from the start of the command to the board */
function start() {
  const startedMs = performance.now();
  running = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    running.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Presage is ready')) resolve(performance.now() - startedMs);
    });
    running.once('exit', () => reject(new Error(`npm start ended before it was ready:\n${output}`)));
  });
}

async function stop() {
  if (running === null || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
}

function residentMb(name) {
  const folder = path.join(dataDir, 'run');
  const marks = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const { pid } = marks
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    .find((mark) => mark.name === name);
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(stdout) / 1024);
}

function installedMb() {
  const { stdout } = spawnSync('du', ['-sk', path.join(root, 'node_modules')], { encoding: 'utf8' });
  return Math.round(Number(stdout.split('\t')[0]) / 1024);
}

function seconds(durationMs) {
  return (durationMs / 1000).toFixed(1);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
