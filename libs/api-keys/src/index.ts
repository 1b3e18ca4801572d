export * from './api-keys.js';
export * from './domain/api-key.js';
export { insertKey, listKeys, revokeKey, revokeKeysOf } from './persistence/api-key-statements.js';
