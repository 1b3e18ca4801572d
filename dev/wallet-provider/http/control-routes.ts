import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { TransactionRegistry } from '../engine/transaction-registry.js';
import { FAULTS } from '../faults/fault-catalogue.js';
import type { FaultRules } from '../faults/fault-rules.js';
import type { RateLimit } from './rate-limit.js';
import { oneOf, Text } from './schemas.js';

const MAX_COUNT = 1_000_000_000;
const MAX_SEED = 2 ** 32 - 1;

const FaultRuleBody = Type.Object({
  match: Type.Optional(
    Type.Object({
      operation: Type.Optional(Text),
      walletId: Type.Optional(Text),
      transactionId: Type.Optional(Text),
      refId: Type.Optional(Text),
      isRepeat: Type.Optional(oneOf(['true', 'false'], { description: 'true|false' })),
    }),
  ),
  fault: Text,
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_COUNT, description: `1..${MAX_COUNT}` })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: '0..1' })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SEED, description: `0..${MAX_SEED}` })),
});

const PerSecond = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_COUNT, description: `0..${MAX_COUNT}` }));
const RateLimitBody = Type.Object({ getsPerSecond: PerSecond, postsPerSecond: PerSecond });

export interface ControlContext {
  readonly faultRules: FaultRules;
  readonly rateLimit: RateLimit;
  readonly transactions: TransactionRegistry;
}

/** Routes for tests, outside of the contract and without credentials: the provider listens only on loopback. */
export function controlRoutes({ faultRules, rateLimit, transactions }: ControlContext): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/control/faults', () => ({
      rules: faultRules.list(),
      fired: faultRules.fired(),
      catalogue: describeFaults(),
    }));

    app.post('/control/faults', { schema: { body: FaultRuleBody } }, ({ body }, reply) =>
      reply.code(201).send(faultRules.add({ ...body, match: body.match ?? {} })),
    );

    app.delete('/control/faults', (_request, reply) => {
      faultRules.clear();
      return reply.code(204).send();
    });

    app.put('/control/rate-limit', { schema: { body: RateLimitBody } }, ({ body }, reply) => {
      rateLimit.set({ getsPerSecond: 0, postsPerSecond: 0, ...body });
      return reply.code(204).send();
    });

    /** Unfinished transactions, with nonces and the hashes of all signed forms. */
    app.get('/control/transactions', () => ({
      unfinished: [...transactions.unfinished()].map(({ id, accountId, refId, state, nonce, attempts }) => ({
        id,
        accountId,
        refId,
        state,
        nonce,
        attempts: attempts.map(({ purpose, hash }) => ({ purpose, hash })),
      })),
    }));
    done();
  };
}

function describeFaults(): Record<string, { point: string; doc: string }> {
  return Object.fromEntries(Object.entries(FAULTS).map(([kind, { point, doc }]) => [kind, { point, doc }]));
}
