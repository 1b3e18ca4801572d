export * from './ethers-chain.js';
export * from './json-rpc.js';
export * from './chain-history.js';
export * from './rpc-market-reader.js';
export * from './rpc-log-source.js';
