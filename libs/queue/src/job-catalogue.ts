import { isRecord, isUuid } from '@app/common';

/** Hint that a lane may have work; the lane's row decides. */
export interface LaneJob {
  laneId: string;
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
  queue: string;
  /** BullMQ's options by which equal jobs are one. */
  identity: (payload: Payload) => object;
  /** Parses a job's data; null when it is not a valid payload. */
  parse: (data: unknown) => Payload | null;
}

/**
 * Every kind of job. A job is a wake-up hint: ids only, one attempt, removed when done. The row is the source of truth; a
 * sweeper finds what is due without a job.
 */
export const JOB_CATALOGUE: { readonly [Name in JobName]: JobDefinition<JobPayloads[Name]> } = {
  lane: {
    queue: 'lanes',
    // Not `jobId`: adding a job at the moment at which an equal one completes lost some wake-ups. Without `reschedule`, a
    // wake-up waits as long as the delayed job that it equals. `replace` let two jobs of a lane run at once.
    identity: ({ laneId }) => ({ deduplication: { id: laneId, keepLastIfActive: true, reschedule: true } }),
    parse: (data) => (isRecord(data) && isUuid(data.laneId) ? { laneId: data.laneId } : null),
  },
  task: {
    queue: 'tasks',
    identity: ({ taskId }) => ({ jobId: `task_${taskId}` }),
    parse: (data) => (isRecord(data) && isUuid(data.taskId) ? { taskId: data.taskId } : null),
  },
};

export const JOB_NAMES = ['lane', 'task'] as const satisfies readonly JobName[];
