import type { Action } from '@app/common';

export interface LaneWakeup {
  laneId: string;
  /** Time until the lane is to be served. */
  delayMs: number;
  /** Action of the lane's next execution; absent when it is not known. */
  action?: Action;
}

/** Queue of jobs that wake lanes. A job may be lost: the lane's row is due all the same. */
export abstract class LaneJobs {
  /**
   * Adds the lane's job, or moves the due time of the one that waits. While the lane's job is running, the new one follows
   * it; only the last such one is kept.
   */
  abstract add(wakeup: LaneWakeup): Promise<void>;
}
