import type { Finding, Findings } from './findings.js';
import type { FuzzMode } from './fuzz-modes.js';
import { heapGrowthMib, type HeapSample, isGrowing } from './heap-watch.js';

const ROUTE_WIDTH = 46;

export interface FuzzReport {
  readonly mode: FuzzMode;
  readonly seed: number;
  readonly requests: number;
  readonly elapsedMs: number;
  readonly counts: Findings['counts'];
  readonly findings: readonly Finding[];
  /** The API's warnings and errors by event; null when its output is not available. */
  readonly warnings: Readonly<Record<string, number>> | null;
  /** Empty when the process is not accessible. */
  readonly heap: readonly HeapSample[];
}

/** Minimum share of successes. With fewer, one refusal hides the rest of the product from the run. */
const MIN_SUCCESS_SHARE = 0.1;

/** Whether no answer broke a rule, no request failed internally, the heap did not grow, and the run reached the product. */
export function isClean({ findings, heap, warnings, counts }: FuzzReport): boolean {
  if (findings.length > 0 || isGrowing(heap) || (warnings?.['http.failed'] ?? 0) > 0) return false;
  return computeSuccessShare(counts) >= MIN_SUCCESS_SHARE;
}

/** Share of the answers with a status below 300. */
export function computeSuccessShare(counts: FuzzReport['counts']): number {
  const answers = Object.values(counts).flatMap((row) => Object.entries(row));
  const readCount = (some: typeof answers): number => some.reduce((sum, [, count]) => sum + count, 0);
  return readCount(answers.filter(([status]) => Number(status) < 300)) / readCount(answers);
}

export function describeReport(report: FuzzReport): string {
  const { mode, seed, requests, elapsedMs, findings } = report;
  const rate = Math.round((requests * 1_000) / elapsedMs);
  const successes = Math.round(100 * computeSuccessShare(report.counts));
  return [
    '',
    ...countLines(report.counts),
    '',
    ...heapLines(report.heap),
    ...Object.entries(report.warnings ?? {}).map(([event, count]) => `the API logged ${event} ${count} times`),
    ...findings.flatMap(describeFinding),
    `mode ${mode}: ${requests} requests in ${(elapsedMs / 1_000).toFixed(1)} s, ${rate}/s; ${findings.length} findings, ${successes} % successes; seed ${seed}`,
  ].join('\n');
}

function countLines(counts: FuzzReport['counts']): string[] {
  const statuses = [...new Set(Object.values(counts).flatMap((row) => Object.keys(row)))].sort();
  const used = statuses.filter((status) => /^\d/.test(status));
  const words = statuses.filter((status) => !/^\d/.test(status));
  const columns = [...used, ...words];
  const width = (column: string): number => Math.max(7, column.length + 2);
  const line = (name: string, cells: readonly string[]): string =>
    name.slice(0, ROUTE_WIDTH).padEnd(ROUTE_WIDTH) +
    cells.map((cell, at) => cell.padStart(width(columns[at] ?? ''))).join('');
  const totals = columns.map((column) => Object.values(counts).reduce((sum, row) => sum + (row[column] ?? 0), 0));
  return [
    line('answers by route and status', columns),
    ...Object.entries(counts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([route, row]) =>
        line(
          route,
          columns.map((column) => String(row[column] ?? '')),
        ),
      ),
    line('all', totals.map(String)),
  ];
}

function heapLines(samples: readonly HeapSample[]): string[] {
  if (samples.length === 0) return ['no heap samples: the process was not started by this run'];
  const shown = samples.map(({ heapMib, residentMib }) => `${heapMib.toFixed(1)}/${residentMib.toFixed(0)}`);
  const growth = heapGrowthMib(samples).toFixed(1);
  return [
    `API heap after collection / resident, MiB: ${shown.join('  ')}`,
    `last third compared with the first: ${growth} MiB${isGrowing(samples) ? ' (GROWING)' : ''}`,
  ];
}

function describeFinding({ fault, route, count, examples }: Finding): string[] {
  return [
    `\n${route}: ${fault} (${count} times)`,
    ...examples.flatMap(({ index, sent, answered }) => [`  #${index} sent ${sent}`, `    answered ${answered}`]),
  ];
}
