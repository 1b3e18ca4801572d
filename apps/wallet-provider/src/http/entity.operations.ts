import type { SecretVault } from '../store/secret-vault.js';
import { ok, type Operation } from './operation.js';

export function entityOperations(vault: SecretVault): Operation[] {
  return [
    {
      name: 'ping',
      method: 'GET',
      path: '/ping',
      open: true,
      handle: () => ({ status: 200, body: { message: 'pong' } }),
    },
    {
      name: 'getPublicKey',
      method: 'GET',
      path: '/v1/w3s/config/entity/publicKey',
      handle: async () => ok({ publicKey: await vault.publicKeyPem() }),
    },
  ];
}
