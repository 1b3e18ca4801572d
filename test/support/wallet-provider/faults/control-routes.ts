import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FaultRules } from './fault-rules.js';
import { oneOf, Text } from '../../../../dev/wallet-provider/http/schemas.js';

const MAX_COUNT = 1_000_000_000;
const MAX_SEED = 2 ** 32 - 1;

const FaultRuleBody = Type.Object({
  match: Type.Optional(
    Type.Object({
      operation: Type.Optional(Text),
      walletId: Type.Optional(Text),
      transactionId: Type.Optional(Text),
      refId: Type.Optional(Text),
      isRepeat: Type.Optional(oneOf(['true', 'false'])),
    }),
  ),
  fault: Text,
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_COUNT })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SEED })),
});

/** Routes for tests, outside of the contract and without credentials: the provider listens only on loopback. */
export function controlRoutes(faultRules: FaultRules): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/control/faults', () => ({ rules: faultRules.list() }));

    app.post('/control/faults', { schema: { body: FaultRuleBody } }, ({ body }, reply) =>
      reply.code(201).send(faultRules.add({ ...body, match: body.match ?? {} })),
    );

    app.delete('/control/faults', (_request, reply) => {
      faultRules.clear();
      return reply.code(204).send();
    });
    done();
  };
}
