export { type AllowanceLimits, computeAllowance } from './domain/allowance.js';
export * from './domain/chain-rules.js';
export * from './domain/check.js';
export * from './domain/classify.js';
export { SEAL_VIOLATED } from './domain/decide/send-memo.js';
export * from './domain/encode-step.js';
export * from './domain/execution.js';
export * from './domain/failure.js';
export * from './domain/failure-reason.js';
export * from './domain/intent.js';
export * from './domain/intent-plan.js';
export * from './domain/intent-preview.js';
export * from './domain/intent-transitions.js';
export * from './domain/lane-work.js';
export { phaseFailure } from './domain/market-phase.js';
export { pausedActions } from './domain/paused-actions.js';
export { computeGas, computeGasCost, toNative } from './domain/gas.js';
export { computeStake, type PlannedStep } from './domain/planned-step.js';
export * from './domain/ports/custody.js';
export * from './domain/ports/engine-store.js';
export * from './domain/ports/failpoints.js';
export * from './domain/ports/faucet.js';
export * from './domain/ports/wallet-directory.js';
export * from './domain/states.js';
export * from './engine.module.js';
export { acceptRestart, checkCluster, declareRestore, type Mark, recordRestore } from './persistence/check-cluster.js';
export { awaitsReconciliation, MAY_BE_ARMED } from './persistence/cluster-identity.js';
export { type CorrectedExecutions, correctExecutions } from './persistence/correct-executions.js';
export * from './persistence/entities/execution.entity.js';
export * from './persistence/entities/intent.entity.js';
export * from './persistence/intent-columns.js';
export { awaitsFunds, KNOWN_BLOCK_SQL } from './persistence/known-block.js';
export * from './persistence/missing-readbacks.js';
export * from './persistence/pg-engine-store.js';
export { releaseQuarantine, wakeBusyLanes } from './persistence/lane-leases.js';
export {
  hasUnrecordedEffect,
  type Reconciliation,
  reconcileExecutions,
  REORGANISATION_MARGIN_BLOCKS,
} from './persistence/reconcile-executions.js';
export { recordHeartbeat } from './persistence/worker-heartbeats.js';
export { LANE_CONCURRENCY, LaneScheduler } from './runner/lane-scheduler.js';
export { ProcessFailpoints } from './runner/process-failpoints.js';
export { ENTRY_PRIORITY, LAST_PRIORITY, priorityOf } from './runner/queue-lane-jobs.js';
export * from './runner/settle-by-evidence.js';
