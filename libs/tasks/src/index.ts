export * from './domain/task-handler.js';
export * from './domain/worker-task.js';
export * from './handlers/provision-wallet.handler.js';
export * from './handlers/read-balance.handler.js';
export * from './handlers/request-faucet.handler.js';
export * from './handlers/send-passcode.handler.js';
export { claimDueTasks } from './task-statements.js';
export * from './task-runner.js';
export * from './worker-tasks.service.js';
