import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 10_000;
const SHOWN = 14;
const IDLE = new Set(['(idle)', '(root)']);

/** What a program must be started with to be profiled. */
export const PROFILED = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'profile-probe.mjs')).href}`,
};

/** Profiles a program while `work` goes on. @returns rows of where the time went, by package and by function */
export async function profileDuring(program, work) {
  const before = profilesIn(program.log).length;
  program.kill('SIGUSR2');
  await work();
  program.kill('SIGUSR2');
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(50)) {
    const line = profilesIn(program.log)[before];
    if (line !== undefined) return sharesOf(JSON.parse(line).profile);
  }
  throw new Error('the program wrote no profile');
}

/** The whole lines of a log that are profiles. */
function profilesIn(log) {
  return readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{"profile"'));
}

function sharesOf({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [byPlace, byFunction] = [new Map(), new Map()];
  let busyUs = 0;
  for (const [at, id] of samples.entries()) {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    if (IDLE.has(functionName)) continue;
    const us = timeDeltas[at] ?? 0;
    busyUs += us;
    const place = placeOf(url, functionName);
    add(byPlace, place, us);
    add(byFunction, `${functionName || '(anonymous)'} ${place} ${path.basename(url)}:${lineNumber + 1}`, us);
  }
  return { byPlace: top(byPlace, busyUs), byFunction: top(byFunction, busyUs) };
}

function placeOf(url, functionName) {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (inPackage !== null) return inPackage[1];
  if (url.startsWith('node:'))
    return url
      .split('/')
      .slice(0, 2)
      .join('/')
      .replace(/^node:(internal\/)?/, 'node:');
  const ours = /dist\/((?:apps|libs)\/[^/]+)/.exec(url);
  if (ours !== null) return ours[1];
  return functionName.startsWith('(') ? functionName : 'native';
}

function add(sums, key, us) {
  sums.set(key, (sums.get(key) ?? 0) + us);
}

function top(sums, totalUs) {
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([where, us]) => ({ where, share: `${((100 * us) / totalUs).toFixed(1)} %` }));
}
