export * from './logger.js';
export * from './metrics/call-watch.js';
export * from './metrics/execution-metrics.js';
export * from './metrics/metric-catalogue.js';
export * from './metrics/metrics.js';
export * from './nest-logger.js';
export * from './observability.module.js';
