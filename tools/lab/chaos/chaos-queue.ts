import type { Secret } from '@app/common';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';

export interface ChaosQueue {
  /** Settings with the queue's address. */
  readonly env: Readonly<Record<string, string>>;
  wipe(): Promise<void>;
  /** Restarts the queue's server with an empty queue. Kills the primary where a replica takes over. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const QUEUE_KINDS = ['postgres', 'redis', 'sentinel', 'cluster'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

export interface ChaosQueueOptions {
  readonly kind: QueueKind;
  readonly databaseUrl: Secret;
  readonly folder: string;
  readonly runFolder: RunFolder;
}
