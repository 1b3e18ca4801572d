export { startChain, type TestChain } from './test-chain.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
