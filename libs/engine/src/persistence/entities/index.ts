import { EngineClusterEntity } from './engine-cluster.entity.js';
import { ExecutionEventAnchorEntity } from './execution-event-anchor.entity.js';
import { ExecutionEventEntity } from './execution-event.entity.js';
import { ExecutionPauseEntity } from './execution-pause.entity.js';
import { ExecutionStepEntity } from './execution-step.entity.js';
import { ExecutionTransactionHashEntity } from './execution-transaction-hash.entity.js';
import { TankTransferEntity } from './tank-transfer.entity.js';
import { WorkerHeartbeatEntity } from './worker-heartbeat.entity.js';

/** Tables that the engine and its custody own. Executions and lanes are described by @app/agents. */
export const ENGINE_ENTITIES = [
  EngineClusterEntity,
  ExecutionEventAnchorEntity,
  ExecutionEventEntity,
  ExecutionPauseEntity,
  ExecutionStepEntity,
  ExecutionTransactionHashEntity,
  TankTransferEntity,
  WorkerHeartbeatEntity,
] as const;
