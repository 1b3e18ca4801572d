export * from './index-channels.js';
export * from './read-models.js';
export * from './persistence/index-status.js';
export * from './persistence/index-store.js';
export * from './runner/indexer.js';
