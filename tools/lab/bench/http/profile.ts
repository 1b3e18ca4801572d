import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { builtFile } from '../../../../dev/devnet/project-root.js';
import { parseOwnJson } from '../../../support/json.js';
import type { BenchServer } from './bench-servers.js';

const PROBE = 'tools/lab/bench/http/profile-probe.ts';
const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;
const MAX_ROWS = 14;
const IDLE = new Set(['(idle)', '(root)']);

/** Environment that preloads the profiler into a program. */
export const PROFILED = { NODE_OPTIONS: `--import=${pathToFileURL(builtFile(PROBE)).href}` } as const;

export interface ProfileRow {
  readonly where: string;
  readonly share: string;
}

export interface ProfileShares {
  /** CPU time by package. */
  readonly byPackage: readonly ProfileRow[];
  readonly byFunction: readonly ProfileRow[];
}

/** Profiles a program during `work`. */
export async function profileDuring(program: BenchServer, work: () => Promise<unknown>): Promise<ProfileShares> {
  const before = profilesIn(program.log).length;
  program.kill('SIGUSR2');
  await work();
  program.kill('SIGUSR2');
  for (const deadlineMs = Date.now() + TIMEOUT_MS; Date.now() < deadlineMs; await delay(POLL_INTERVAL_MS)) {
    const line = profilesIn(program.log)[before];
    if (line === undefined) continue;
    const { profile } = parseOwnJson<{ profile: Profiler.Profile }>(line);
    return sharesOf(profile);
  }
  throw new Error('the program wrote no profile');
}

/** Returns the complete lines of a log that are profiles. */
function profilesIn(log: string): string[] {
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{"profile"'));
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ProfileShares {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [byPackage, byFunction] = [new Map<string, number>(), new Map<string, number>()];
  let busyUs = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || IDLE.has(frame.functionName)) continue;
    const { functionName, url, lineNumber } = frame;
    const us = timeDeltas[index] ?? 0;
    busyUs += us;
    const place = packageOf(url, functionName);
    add(byPackage, place, us);
    add(byFunction, `${functionName || '(anonymous)'} ${place} ${path.basename(url)}:${lineNumber + 1}`, us);
  }
  return { byPackage: rowsOf(byPackage, busyUs), byFunction: rowsOf(byFunction, busyUs) };
}

/** Returns the npm package, the Node module or the product's folder of a frame. */
function packageOf(url: string, functionName: string): string {
  const [, installed] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (installed !== undefined) return installed;
  if (url.startsWith('node:')) {
    const [root = '', name = ''] = url.replace(/^node:(internal\/)?/, 'node:').split('/');
    return name === '' ? root : `${root}/${name}`;
  }
  const [, product] = /dist\/((?:apps|libs)\/[^/]+)/.exec(url) ?? [];
  if (product !== undefined) return product;
  return functionName.startsWith('(') ? functionName : 'native';
}

function add(sums: Map<string, number>, key: string, us: number): void {
  sums.set(key, (sums.get(key) ?? 0) + us);
}

function rowsOf(sums: ReadonlyMap<string, number>, totalUs: number): ProfileRow[] {
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, MAX_ROWS).map(([where, us]) => ({ where, share: `${((100 * us) / totalUs).toFixed(1)} %` }));
}
