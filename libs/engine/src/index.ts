export * from './accept/pg-execution-engine.js';
export * from './accept/pg-lane-signal.js';
export * from './domain/classify.js';
export * from './domain/failure.js';
export * from './domain/lane-work.js';
export * from './domain/ports/chain.js';
export * from './domain/ports/engine-store.js';
export * from './domain/ports/failpoints.js';
export * from './domain/ports/wallet-provider.js';
export { failpointsOf } from './failpoints/process-failpoints.js';
export { checkCluster, declareReconciled, wakeBusyLanes } from './persistence/cluster-identity.js';
export { anchorEvents } from './persistence/event-anchors.js';
export * from './persistence/missing-readbacks.js';
export * from './persistence/pg-engine-store.js';
export {
  claimProbe,
  closeBreaker,
  declareConfigured,
  isProviderUsable,
  openBreaker,
} from './persistence/provider-account.js';
export * from './runner/engine-settings.js';
export * from './runner/lane-runner.js';
export * from './runner/lease-keeper.js';
export * from './runner/step-runner.js';
export * from './runner/wake-timers.js';
export * from './accept/record-executed-by-ref.js';
