import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { SecretVault } from '../store/secret-vault.js';
import type { OperationHooksFactory } from './operation-hooks.js';

export function entityRoutes(vault: SecretVault, hooks: OperationHooksFactory): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/ping', hooks({ name: 'ping', isPublic: true }), () => ({ message: 'pong' }));

    app.get('/v1/w3s/config/entity/publicKey', hooks({ name: 'getPublicKey' }), async () => ({
      data: { publicKey: await vault.publicKeyPem() },
    }));
    done();
  };
}
