export * from './http-wallet-provider.js';
