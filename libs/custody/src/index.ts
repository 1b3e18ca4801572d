export * from './http-wallet-provider.js';
export * from './keystore/keystore.js';
export * from './keystore/keystore-custody.js';
export * from './keystore/keystore-directory.js';
export * from './keystore/keystore-faucet.js';
export * from './keystore/keystore-node.js';
export * from './keystore/tank.js';
export { CUSTODY_ENTITIES } from './keystore/tank-transfer.entity.js';
