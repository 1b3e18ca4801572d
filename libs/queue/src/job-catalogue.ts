import { isUuid } from '@app/common';

/** "Something may be due in this lane": the lane's row says what. */
export interface LaneJob {
  laneId: string;
  /** What the lane's version was when it was rung; it only makes the ring's name. */
  version: string;
}

/** "This task may be due": its row says whether. */
export interface TaskJob {
  taskId: string;
}

export interface JobPayloads {
  lane: LaneJob;
  task: TaskJob;
}

export type JobName = keyof JobPayloads;

interface JobDefinition<Payload> {
  /** The queue's name. */
  queue: string;
  /** Two rings with the same id are one while the first is waiting or running. */
  id: (payload: Payload) => string;
  /** Reads what came out of the queue; null when it is not what we put in. */
  parse: (data: unknown) => Payload | null;
}

/**
 * Every kind of job. A job is a doorbell: it carries ids, is tried once and is forgotten at once, because the row that it
 * points at is the record, and whatever is still due is rung again from there.
 */
export const JOB_CATALOGUE: { readonly [Name in JobName]: JobDefinition<JobPayloads[Name]> } = {
  lane: {
    queue: 'lanes',
    id: ({ laneId, version }) => `lane_${laneId}_${version}`,
    parse: (data) => {
      const { laneId, version } = record(data);
      return isUuid(laneId) && typeof version === 'string' ? { laneId, version } : null;
    },
  },
  task: {
    queue: 'tasks',
    id: ({ taskId }) => `task_${taskId}`,
    parse: (data) => {
      const { taskId } = record(data);
      return isUuid(taskId) ? { taskId } : null;
    },
  },
};

export const JOB_NAMES = ['lane', 'task'] as const satisfies readonly JobName[];

function record(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
