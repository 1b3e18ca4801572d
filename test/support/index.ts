export { createTestDatabase } from './test-database.js';
export { startStack, type Stack } from './stack.js';
