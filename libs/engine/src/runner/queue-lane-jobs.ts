import { Injectable } from '@nestjs/common';
import type { Action } from '@app/common';
import { JobQueue } from '@app/queue';
import { LaneJobs, type LaneWakeup } from '../domain/ports/lane-jobs.js';

const EXIT_PRIORITY = 0;
/** The last priority. */
export const ENTRY_PRIORITY = 1;

/** Priority of a lane's job: actions that end a position or a market come before those that open one. */
export function priorityOf(action: Action): number {
  switch (action) {
    case 'create_market':
    case 'buy_yes':
    case 'buy_no':
      return ENTRY_PRIORITY;
    case 'claim_payout':
    case 'claim_refund':
    case 'close_market':
    case 'resolve_market':
    case 'cancel_market':
      return EXIT_PRIORITY;
  }
}

/** Lane jobs in the product's queue. */
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
