import { isRecord, isUuid } from '@app/common';

/** Hint that a lane may have work; the lane's row decides. */
export interface LaneJob {
  laneId: string;
  /** Version of the lane when the job was enqueued. Only part of the job's id. */
  version: string;
}

/** Hint that a task may be due; the task's row decides. */
export interface TaskJob {
  taskId: string;
}

export interface JobPayloads {
  lane: LaneJob;
  task: TaskJob;
}

export type JobName = keyof JobPayloads;

interface JobDefinition<Payload> {
  /** Name of the BullMQ queue. */
  queue: string;
  /** Id of the job. While one with the same id waits or runs, enqueueing another is a no-op. */
  id: (payload: Payload) => string;
  /** Parses a job's data; null when it is not a valid payload. */
  parse: (data: unknown) => Payload | null;
}

/**
 * Every kind of job. A job is a wake-up hint: ids only, one attempt, removed when done. The row is the source of truth;
 * the sweeper re-enqueues what is still due.
 */
export const JOB_CATALOGUE: { readonly [Name in JobName]: JobDefinition<JobPayloads[Name]> } = {
  lane: {
    queue: 'lanes',
    id: ({ laneId, version }) => `lane_${laneId}_${version}`,
    parse: (data) => {
      if (!isRecord(data)) return null;
      const { laneId, version } = data;
      return isUuid(laneId) && typeof version === 'string' ? { laneId, version } : null;
    },
  },
  task: {
    queue: 'tasks',
    id: ({ taskId }) => `task_${taskId}`,
    parse: (data) => {
      if (!isRecord(data)) return null;
      const { taskId } = data;
      return isUuid(taskId) ? { taskId } : null;
    },
  },
};

export const JOB_NAMES = ['lane', 'task'] as const satisfies readonly JobName[];
