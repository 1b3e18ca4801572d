export * from './backlog.js';
export * from './cached-read.js';
export * from './management-server.js';
export * from './monitoring.module.js';
