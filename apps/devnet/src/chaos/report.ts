import { FAILPOINTS } from '@app/engine';
import type { ChaosReport } from './run-chaos.js';

const LISTED = 20;

/** Whether every order is accounted for, in time, and every point was hit. */
export function isClean({ verdict, settled, missed }: ChaosReport): boolean {
  const { lost, repeated, misreported } = verdict;
  return settled && missed === 0 && lost.length + repeated.length + misreported.length === 0;
}

/** The run as a table for people. */
export function describeReport(report: ChaosReport): string {
  const { verdict } = report;
  const { lost, repeated, misreported } = verdict;
  return [
    '',
    'failpoint                                fired',
    ...Object.entries(FAILPOINTS).map(([name, point]) =>
      row(`${String(point).padStart(2)} ${name}`, report.failpoints[point] ?? 0),
    ),
    '',
    'fault                                    fired',
    ...Object.entries(report.faults).map(([name, count]) => row(name, count)),
    '',
    'process                                 deaths',
    ...Object.entries(report.deaths).map(([name, count]) => row(name, count)),
    '',
    `orders ${verdict.orders} (never confirmed ${verdict.neverConfirmed}); effects on chain ${verdict.effects} = executed ${verdict.executed}; failed ${verdict.failed}; failed and asked for again ${report.retried}`,
    `settled ${(report.settleMs / 1000).toFixed(1)} s after healing${report.settled ? '' : ' (NOT ALL)'}; longest from accept to end, faults included: ${(verdict.longestMs / 1000).toFixed(1)} s`,
    `lost ${lost.length}, repeated ${repeated.length}, misreported ${misreported.length}, failpoints missed ${report.missed}`,
    ...[...lost, ...repeated, ...misreported].slice(0, LISTED).map((line) => `  ${line}`),
    `seed ${report.seed}, queue on ${report.queue}, ${(report.elapsedMs / 1000).toFixed(0)} s`,
  ].join('\n');
}

function row(name: string, count: number): string {
  return `${name.padEnd(40)} ${String(count).padStart(5)}`;
}
