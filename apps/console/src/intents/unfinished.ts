import type { Execution } from '@presage/sdk';

const REFRESH_INTERVAL_MS = 3_000;
const FINISHED: readonly Execution['status'][] = ['executed', 'failed', 'cancelled'];

/** Interval in ms at which an attempt is read again, false once it is finished: its steps move without an event. */
export function chooseRefreshInterval(newest: Pick<Execution, 'status'> | undefined): number | false {
  return newest === undefined || FINISHED.includes(newest.status) ? false : REFRESH_INTERVAL_MS;
}
