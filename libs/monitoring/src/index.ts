export * from './backlog.js';
export * from './monitoring.module.js';
