import { Injectable } from '@nestjs/common';
import { type Action, ACTIONS } from '@app/common';
import { JobQueue } from '@app/queue';
import { LaneJobs, type LaneWakeup } from '../domain/ports/lane-jobs.js';

const EXIT_PRIORITY = 0;
export const ENTRY_PRIORITY = 1;
/** Of a lane whose latest execution failed before anything was sent: it may fail again, and others need not wait for it. */
export const LAST_PRIORITY = 2;

/** Priority of a lane's job: actions that end a position or a market come before those that open one. */
export function priorityOf(action: Action): number {
  return ACTIONS[action].kind === 'entry' ? ENTRY_PRIORITY : EXIT_PRIORITY;
}

@Injectable()
export class QueueLaneJobs extends LaneJobs {
  constructor(private readonly queue: JobQueue) {
    super();
  }

  async add({ laneId, delayMs, action }: LaneWakeup): Promise<void> {
    await this.queue.enqueueWakeup(
      'lane',
      { laneId },
      { delayMs, priority: action === undefined ? EXIT_PRIORITY : priorityOf(action) },
    );
  }
}
