import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { ContractExecutionBody, EstimateFeeBody } from './contract-execution.js';
import { faultsOf, type OperationHooksFactory } from './operation-hooks.js';
import { linkHeader, urlOf } from './paging.js';
import { COMMAND_FIELDS, IdParams } from './schemas.js';
import {
  accelerateTransaction,
  cancelTransaction,
  createContractExecution,
  estimateFee,
} from './transaction-commands.js';
import type { TransactionContext } from './transaction-context.js';
import {
  getLowestNonceTransaction,
  getTransaction,
  listTransactions,
  ListTransactionsQuery,
  LowestNonceQuery,
} from './transaction-queries.js';

const BASE = '/v1/w3s/transactions';
const DEVELOPER_BASE = '/v1/w3s/developer/transactions';

const CommandOnlyBody = Type.Object(COMMAND_FIELDS);

export function transactionRoutes(
  context: TransactionContext,
  hooks: OperationHooksFactory,
): FastifyPluginCallbackTypebox {
  const { commands } = context;
  const subject = 'transaction';
  return (app, _options, done) => {
    app.post(
      `${BASE}/contractExecution/estimateFee`,
      { ...hooks({ name: 'estimateContractExecution' }), schema: { body: EstimateFeeBody } },
      async ({ body }) => ({ data: await estimateFee(context, body) }),
    );

    app.post(
      `${DEVELOPER_BASE}/contractExecution`,
      { ...hooks({ name: 'createContractExecution' }), schema: { body: ContractExecutionBody } },
      async (request, reply) => {
        const { body } = request;
        const faults = faultsOf(request);
        const answer = await commands.run({ body, faults }, createContractExecution(context, body, faults));
        return reply.code(answer.status).send(answer.body);
      },
    );

    app.get(
      BASE,
      { ...hooks({ name: 'listTransactions' }), schema: { querystring: ListTransactionsQuery } },
      async (request, reply) => {
        const { page, transactions } = await listTransactions(context, request.query, faultsOf(request));
        return reply.headers(linkHeader(urlOf(request), page)).send({ data: { transactions } });
      },
    );

    app.get(
      `${BASE}/lowestNonceTransaction`,
      { ...hooks({ name: 'getLowestNonceTransaction' }), schema: { querystring: LowestNonceQuery } },
      async ({ query }) => ({ data: await getLowestNonceTransaction(context, query) }),
    );

    app.get(
      `${BASE}/:id`,
      { ...hooks({ name: 'getTransaction', subject }), schema: { params: IdParams } },
      async (request) => ({
        data: { transaction: await getTransaction(context, request.params.id.toLowerCase(), faultsOf(request)) },
      }),
    );

    for (const [action, name, command] of [
      ['cancel', 'cancelTransaction', cancelTransaction],
      ['accelerate', 'accelerateTransaction', accelerateTransaction],
    ] as const) {
      app.post(
        `${DEVELOPER_BASE}/:id/${action}`,
        { ...hooks({ name, subject }), schema: { params: IdParams, body: CommandOnlyBody } },
        async (request, reply) => {
          const { body, params } = request;
          const answer = await commands.run(
            { body, faults: faultsOf(request) },
            command(context, params.id.toLowerCase()),
          );
          return reply.code(answer.status).send(answer.body);
        },
      );
    }
    done();
  };
}
