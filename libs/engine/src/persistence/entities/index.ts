import { EngineClusterEntity } from './engine-cluster.entity.js';
import { ExecutionEventAnchorEntity } from './execution-event-anchor.entity.js';
import { ExecutionEventEntity } from './execution-event.entity.js';
import { ExecutionPauseEntity } from './execution-pause.entity.js';
import { ExecutionStepEntity } from './execution-step.entity.js';
import { ExecutionEntity } from './execution.entity.js';
import { ExecutionTransactionHashEntity } from './execution-transaction-hash.entity.js';
import { IntentEntity } from './intent.entity.js';
import { TankTransferEntity } from './tank-transfer.entity.js';
import { WorkerHeartbeatEntity } from './worker-heartbeat.entity.js';

/** Tables of intents, of their executions, and of the custody. Lanes are described by @app/agents. */
export const ENGINE_ENTITIES = [
  EngineClusterEntity,
  ExecutionEntity,
  ExecutionEventAnchorEntity,
  ExecutionEventEntity,
  ExecutionPauseEntity,
  ExecutionStepEntity,
  ExecutionTransactionHashEntity,
  IntentEntity,
  TankTransferEntity,
  WorkerHeartbeatEntity,
] as const;
