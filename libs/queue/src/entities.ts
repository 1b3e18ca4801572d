import { ProviderAccountEntity } from './provider/provider-account.entity.js';
import { WorkerTaskEntity } from './tasks/worker-task.entity.js';

/** Tables of the worker tasks, and of the wallet provider's state that all workers share. */
export const QUEUE_ENTITIES = [ProviderAccountEntity, WorkerTaskEntity] as const;
