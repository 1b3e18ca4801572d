import { FAILPOINTS } from '@app/engine';
import type { ChaosReport } from './run-chaos.js';

const LISTED = 20;
const NAME_WIDTH = 50;

/** Whether every order is accounted for, in time, and every point was hit. */
export function isClean({ verdict, settled, missed, disasters, restore, disagreements }: ChaosReport): boolean {
  const { lost, repeated, misreported } = verdict;
  const heldBack = restore === null || (restore.carriedOut === 0 && restore.recovered > 0);
  const wrong = lost.length + repeated.length + misreported.length + disagreements.length;
  return disasters.every(({ healedAll }) => healedAll) && settled && missed === 0 && heldBack && wrong === 0;
}

/** The run as a table for people. */
export function describeReport(report: ChaosReport): string {
  const { verdict } = report;
  const { lost, repeated, misreported } = verdict;
  return [
    '',
    row('failpoint', 'fired'),
    ...Object.entries(FAILPOINTS).map(([name, point]) =>
      row(`${String(point).padStart(2)} ${name}`, report.failpoints[point] ?? 0),
    ),
    '',
    row('fault', 'fired'),
    ...Object.entries(report.faults).map(([name, count]) => row(name, count)),
    '',
    row('process', 'deaths'),
    ...Object.entries(report.deaths).map(([name, count]) => row(name, count)),
    '',
    `orders ${verdict.orders} (never confirmed ${verdict.neverConfirmed}); effects on chain ${verdict.effects}, executed ${verdict.executed}; failed ${verdict.failed}; failed and asked for again ${report.retried}`,
    `settled ${(report.settleMs / 1000).toFixed(1)} s after healing${report.settled ? '' : ' (NOT ALL)'}; longest from accept to end, faults included: ${(verdict.longestMs / 1000).toFixed(1)} s`,
    `lost ${lost.length}, repeated ${repeated.length}, misreported ${misreported.length}, failpoints missed ${report.missed}`,
    ...report.disasters.map(
      ({ name, times, longestHealMs }) =>
        `${name} ${times} times: everything ended within ${(longestHealMs / 1000).toFixed(1)} s`,
    ),
    ...restoreLines(report),
    `npm run verify: ${report.disagreements.length} disagreements`,
    ...[...lost, ...repeated, ...misreported, ...report.disagreements].slice(0, LISTED).map((line) => `  ${line}`),
    `seed ${report.seed}, queue on ${report.queue}, ${(report.elapsedMs / 1000).toFixed(0)} s`,
  ].join('\n');
}

function restoreLines({ restore, verdict }: ChaosReport): string[] {
  if (restore === null) return [];
  const { asked, carriedOut, recovered } = restore;
  return [
    `database restored: ${verdict.forgotten} orders gone from the records; until reconciled ${carriedOut} of ${asked} new ones carried out; ${recovered} put back on record`,
  ];
}

function row(name: string, count: number | string): string {
  return `${name.padEnd(NAME_WIDTH)} ${String(count).padStart(6)}`;
}
