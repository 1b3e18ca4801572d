export * from './account.entity.js';
export * from './accounts.repository.js';
export * from './api-key.js';
export * from './api-key.entity.js';
export * from './api-keys.repository.js';
export * from './api-keys.service.js';
