import { FAILPOINTS } from '@app/engine';
import type { DeliveriesReport } from '../../support/webhooks/check-deliveries.js';
import type { OrderReport } from './check-orders.js';
import type { LogsReport } from './follow-logs.js';
import type { OutageReport } from './repeat-outages.js';
import type { RestoreReport } from './restore-backup.js';

const MAX_LISTED = 20;
const NAME_WIDTH = 50;

export interface ChaosReport {
  readonly seed: number;
  readonly queue: string;
  readonly pooler: string;
  readonly custody: string;
  readonly failpoints: Readonly<Record<number, number>>;
  /** Times each other fault fired. */
  readonly faults: Readonly<Record<string, number>>;
  /** Most executions of one wallet in flight at once. */
  readonly mostInFlight: number;
  readonly retried: number;
  /** Time from the last healing until every accepted intent had ended. */
  readonly settleMs: number;
  readonly settled: boolean;
  readonly elapsedMs: number;
  readonly deaths: Readonly<Record<string, number>>;
  readonly outcome: OrderReport;
  /** Failpoints that were armed and not reached. */
  readonly missed: number;
  readonly outages: readonly OutageReport[];
  readonly logs: LogsReport;
  readonly deliveries: DeliveriesReport;
  /** Null in a short run. */
  readonly restore: RestoreReport | null;
  /** Findings of `npm run verify`, without the effects whose records the restored database lacks. */
  readonly disagreements: readonly string[];
}

/** Whether every order and delivery is accounted for in time and every failpoint was hit. */
export function isClean(report: ChaosReport): boolean {
  const { settled, missed, outages, restore } = report;
  const isRestored = restore === null || (restore.executedEarly === 0 && restore.recovered > 0);
  const isHealed = outages.every(({ healedAll }) => healedAll);
  return isHealed && settled && missed === 0 && isRestored && listProblems(report).length === 0;
}

function listProblems({ outcome, logs, deliveries, disagreements }: ChaosReport): string[] {
  const { lost, repeated, misreported } = outcome;
  return [
    ...lost,
    ...repeated,
    ...misreported,
    ...logs.faults,
    ...deliveries.lost,
    ...deliveries.faults,
    ...disagreements,
  ];
}

export function describeReport(report: ChaosReport): string {
  const { outcome, deliveries } = report;
  const { lost, repeated, misreported } = outcome;
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
    `orders ${outcome.orders} (never confirmed ${outcome.neverConfirmed}); effects on chain ${outcome.effects}, executed ${outcome.executed}; failed ${outcome.failed}; retried ${report.retried}`,
    `settled ${(report.settleMs / 1000).toFixed(1)} s after healing${report.settled ? '' : ' (NOT ALL)'}; longest time from acceptance to end, faults included: ${(outcome.longestMs / 1000).toFixed(1)} s`,
    `lost ${lost.length}, repeated ${repeated.length}, misreported ${misreported.length}, failpoints missed ${report.missed}; ${report.mostInFlight} executions of a wallet in flight at once`,
    ...report.outages.map(
      ({ name, times, maxHealMs }) =>
        `${name} ${times} times: all executions ended within ${(maxHealMs / 1000).toFixed(1)} s`,
    ),
    `event logs: ${report.logs.logs} followed by stream and by poll, ${report.logs.events} events, ${report.logs.failures} failed reads, ${report.logs.repeated} repeated events, ${report.logs.faults.length} faults`,
    `webhooks: ${deliveries.events} events to deliver, ${deliveries.deliveries} deliveries, ${deliveries.repeated} repeated under their id, ${deliveries.lost.length} lost, ${deliveries.faults.length} faults`,
    ...restoreLines(report),
    `npm run verify: ${report.disagreements.length} disagreements`,
    ...listProblems(report)
      .slice(0, MAX_LISTED)
      .map((line) => `  ${line}`),
    `seed ${report.seed}, queue on ${report.queue}, pooler ${report.pooler}, custody ${report.custody}, ${(report.elapsedMs / 1000).toFixed(0)} s`,
  ].join('\n');
}

function restoreLines({ restore, outcome }: ChaosReport): string[] {
  if (restore === null) return [];
  const { requested, executedEarly, recovered } = restore;
  return [
    `database restored: ${outcome.unrecorded} orders without records; ${executedEarly} of ${requested} new orders executed before reconciliation; ${recovered} recorded again`,
  ];
}

function row(name: string, count: number | string): string {
  return `${name.padEnd(NAME_WIDTH)} ${String(count).padStart(6)}`;
}
