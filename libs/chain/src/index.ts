export * from './chain.module.js';
export * from './chain-history.js';
export * from './chain-rpc.js';
export * from './ethers-chain.js';
export * from './rpc-log-source.js';
export * from './rpc-market-reader.js';
