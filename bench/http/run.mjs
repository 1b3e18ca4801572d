import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestRun } from '../../dist/tools/stack/test-run.js';
import { PROFILED, profileDuring } from './profile.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { openSite, startApi, startBare } from './stack-config.mjs';

const CONNECTIONS = 64;
const SCALING_BAR = 0.9;
const WARM_UP_WALKS = 5_000;
const WARM_UP_MS = 30_000;
const RUNS = path.resolve(import.meta.dirname, '../../.cache/bench-http');
const LOAD = path.join(import.meta.dirname, 'load.mjs');

/** Measures each scenario round by round, the API and the bare program in turns, and prints a table. */
export async function runBench({ names, rounds, durationMs }) {
  const run = await TestRun.begin(RUNS, process.pid);
  const programs = [];
  try {
    const site = await openSite(run);
    for (const startOne of [startApi, startBare, startApi, startBare]) programs.push(await startOne(site));
    const [api, bare, api2, bare2] = programs;
    const measure = (scenario, servers) => measureOnce({ scenario, servers, durationMs, seats: site.seats });
    for (const name of names.filter((one) => one !== 'processes')) {
      for (const server of [api, bare]) await warmUp(() => measure(name, [server]));
      const rows = await inTurns(rounds, { ours: () => measure(name, [api]), bare: () => measure(name, [bare]) });
      print(rowOf(SCENARIOS[name], rows));
    }
    if (names.includes('processes')) {
      for (const server of [api2, bare2]) await measure('market', [server]);
      const rows = await inTurns(rounds, {
        oursOne: () => measure('market', [api]),
        oursTwo: () => measure('market', [api, api2]),
        bareOne: () => measure('market', [bare]),
        bareTwo: () => measure('market', [bare, bare2]),
      });
      print(scalingRow(rows));
    }
  } finally {
    await Promise.allSettled(programs.map((program) => program.stop()));
    await run.end();
  }
}

/** Says where the time of each program goes. */
export async function runProfile({ names, durationMs }) {
  const run = await TestRun.begin(RUNS, process.pid);
  const programs = [];
  try {
    const site = await openSite(run);
    for (const startOne of [startApi, startBare]) programs.push(await startOne(site, PROFILED));
    for (const scenario of names) {
      for (const server of programs) {
        const load = () => measureOnce({ scenario, servers: [server], durationMs, seats: site.seats });
        await load();
        const { byPlace, byFunction } = await profileDuring(server, load);
        console.log(`\n${server.name}: ${SCENARIOS[scenario].what}`);
        console.table(byPlace);
        console.table(byFunction);
      }
    }
  } finally {
    await Promise.allSettled(programs.map((program) => program.stop()));
    await run.end();
  }
}

/** Code that has run a thousand times only is far from its speed, and statements must be prepared on every connection. */
async function warmUp(measure) {
  const untilMs = performance.now() + WARM_UP_MS;
  for (let walks = 0; walks < WARM_UP_WALKS && performance.now() < untilMs;) walks += (await measure()).all;
}

/** Every way once a round, the first one last in the next, so that none is always the one that comes after another. */
async function inTurns(rounds, ways) {
  const names = Object.keys(ways);
  const results = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = {};
    for (const name of round % 2 === 0 ? names : names.toReversed()) result[name] = await ways[name]();
    results.push(result);
  }
  return results;
}

async function measureOnce({ scenario, servers, durationMs, seats }) {
  const order = { scenario, ports: servers.map(({ port }) => port), connections: CONNECTIONS, durationMs, seats };
  const before = servers.map((server) => server.cpuUs());
  const { stdout } = await promisify(execFile)(process.execPath, [LOAD, JSON.stringify(order)]);
  const result = JSON.parse(stdout);
  const cpuUs = servers.reduce((sum, server, at) => sum + server.cpuUs() - before[at], 0);
  return { ...result, cpuUs: cpuUs / result.all };
}

function rowOf({ what, unit, bar }, rows) {
  const ratio = median(rows.map(({ ours, bare }) => ours.perSecond / bare.perSecond));
  const cpu = median(rows.map(({ ours, bare }) => bare.cpuUs / ours.cpuUs));
  const of = (side, key) => median(rows.map((row) => row[side][key]));
  return {
    what,
    ours: `${of('ours', 'perSecond').toFixed(0)} ${unit}`,
    bare: `${of('bare', 'perSecond').toFixed(0)} ${unit}`,
    ratio: ratio.toFixed(2),
    bar: `≥ ${bar}`,
    verdict: ratio >= bar ? 'pass' : 'MISS',
    note: `p50 ${of('ours', 'p50Ms').toFixed(1)} / ${of('bare', 'p50Ms').toFixed(1)} ms; CPU ${of('ours', 'cpuUs').toFixed(0)} / ${of('bare', 'cpuUs').toFixed(0)} µs, ratio ${cpu.toFixed(2)}`,
  };
}

function scalingRow(rows) {
  const factor = (one, two) => median(rows.map((row) => row[two].perSecond / row[one].perSecond));
  const [ours, bare] = [factor('oursOne', 'oursTwo'), factor('bareOne', 'bareTwo')];
  return {
    what: 'API processes 1 → 2, GET /markets/{id}',
    ours: `× ${ours.toFixed(2)}`,
    bare: `× ${bare.toFixed(2)}`,
    ratio: (ours / bare).toFixed(2),
    bar: `≥ ${SCALING_BAR}`,
    verdict: ours / bare >= SCALING_BAR ? 'pass' : 'MISS',
    note: '',
  };
}

function print(row) {
  console.log(Object.values(row).join(' | '));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
