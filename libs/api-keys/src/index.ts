export * from './api-keys.js';
export * from './api-key.js';
export { insertKey, listKeys, revokeKey, revokeKeysOf } from './api-key-statements.js';
