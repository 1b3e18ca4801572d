export { startChain, type TestChain } from './test-chain.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { startStack, type Stack, type StackOptions } from './stack.js';
export { type StackProcess } from './stack-process.js';
