export * from './api.settings.js';
export * from './database.settings.js';
export * from './field.js';
export * from './read-settings.js';
export * from './shared.settings.js';
export * from './worker.settings.js';
export * from './wallet-provider.settings.js';
