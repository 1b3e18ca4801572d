export * from './audit-log.repository.js';
export * from './backlog.js';
export * from './execution-reports.repository.js';
export * from './lane-summaries.repository.js';
export * from './read-pauses.js';
export * from './state-gauges.module.js';
