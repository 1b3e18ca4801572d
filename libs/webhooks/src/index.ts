export * from './entities.js';
export * from './owned-logs.js';
export * from './secret-box.js';
export * from './webhook-status.js';
export * from './webhook-url.js';
export * from './webhooks.repository.js';
export * from './webhooks.service.js';
