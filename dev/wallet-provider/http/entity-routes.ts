import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { SecretVault } from '../store/secret-vault.js';
import type { OperationHooksFactory } from './operation-hooks.js';

export function entityRoutes(vault: SecretVault, hooks: OperationHooksFactory): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    // Also the readiness check of `npm start`: without the key, which the first start generates, no write is possible.
    app.get('/ping', hooks({ name: 'ping', isPublic: true }), async () => {
      await vault.publicKeyPem();
      return { message: 'pong' };
    });

    app.get('/v1/w3s/config/entity/publicKey', hooks({ name: 'getPublicKey' }), async () => ({
      data: { publicKey: await vault.publicKeyPem() },
    }));
    done();
  };
}
