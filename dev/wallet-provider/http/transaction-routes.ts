import type { Clock } from '@app/common';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { ProviderError } from '../domain/provider-error.js';
import { newTransaction, type TransactionRecord } from '../domain/transaction.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import { faultArgument, hasFault, toScript } from '../faults/apply-faults.js';
import type { Fault } from '../faults/fault-catalogue.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Command, Commands } from './commands.js';
import { faultsOf, type OperationHooksFactory } from './operation-hooks.js';
import { presentTransaction } from './presenters.js';
import { Address, COMMAND_FIELDS, IdParams, oneOf, Text, Uuid } from './schemas.js';

const BASE = '/v1/w3s/transactions';
const DEVELOPER_BASE = '/v1/w3s/developer/transactions';
const DEFAULT_PAGE_SIZE = 10;

const ContractExecutionBody = Type.Object({
  ...COMMAND_FIELDS,
  walletId: Uuid,
  contractAddress: Address,
  callData: Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})+$' }),
  feeLevel: oneOf(['LOW', 'MEDIUM', 'HIGH']),
  refId: Type.Optional(Text),
});

const ListTransactionsQuery = Type.Object({
  walletIds: Type.Optional(Text),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  pageAfter: Type.Optional(Uuid),
  pageSize: Type.Optional(Type.String({ pattern: '^(?:[1-9]|[1-4]\\d|50)$' })),
});

interface TransactionContext {
  readonly blockchain: string;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly engine: TransactionEngine;
  readonly store: ProviderStore;
}

export function transactionRoutes(
  context: TransactionContext,
  hooks: OperationHooksFactory,
): FastifyPluginCallbackTypebox {
  const { commands, engine, store } = context;
  const subject = 'transaction';
  return (app, _options, done) => {
    app.post(
      `${DEVELOPER_BASE}/contractExecution`,
      { ...hooks({ name: 'createContractExecution' }), schema: { body: ContractExecutionBody } },
      async (request, reply) => {
        const { body } = request;
        return commands.run({ request, reply, body }, createContractExecution(context, body, faultsOf(request)));
      },
    );

    app.get(
      BASE,
      { ...hooks({ name: 'listTransactions' }), schema: { querystring: ListTransactionsQuery } },
      (request, reply) => {
        const faults = faultsOf(request);
        const isForgotten = hasFault(faults, 'forget-transaction');
        const { page, hasNext } = isForgotten ? { page: [], hasNext: false } : listTransactions(store, request.query);
        const transactions = page.map((record) => presentTransaction(record, faultArgument(faults, 'show-state')));
        return reply.headers(hasNext ? nextLink(request, page.at(-1)) : {}).send({ data: { transactions } });
      },
    );

    app.get(
      `${BASE}/:id`,
      { ...hooks({ name: 'getTransaction', subject }), schema: { params: IdParams } },
      (request) => {
        const faults = faultsOf(request);
        const record = store.getTransaction(request.params.id);
        // Transactions of the faucet belong to no wallet and are not shown.
        if (hasFault(faults, 'forget-transaction') || !store.wallets.has(record.accountId)) {
          throw new ProviderError('transactionNotFound');
        }
        return { data: { transaction: presentTransaction(record, faultArgument(faults, 'show-state')) } };
      },
    );

    app.post(
      `${DEVELOPER_BASE}/:id/accelerate`,
      {
        ...hooks({ name: 'accelerateTransaction', subject }),
        schema: { params: IdParams, body: Type.Object(COMMAND_FIELDS) },
      },
      async (request, reply) => {
        const id = request.params.id.toLowerCase();
        return commands.run({ request, reply, body: request.body }, accelerateTransaction(engine, id));
      },
    );
    done();
  };
}

function createContractExecution(
  { blockchain, clock, engine, store }: TransactionContext,
  { walletId, contractAddress, callData, feeLevel, refId = '' }: Static<typeof ContractExecutionBody>,
  faults: readonly Fault[],
): Command {
  return {
    endpoint: 'createContractExecution',
    newStatus: 201,
    prepare: () => {
      const { id: accountId, address: sourceAddress } = store.getWallet(walletId);
      const record = newTransaction(clock.nowMs(), {
        accountId,
        sourceAddress,
        blockchain,
        contractAddress: contractAddress.toLowerCase(),
        callData,
        feeLevel,
        refId,
        script: toScript(faults),
      });
      return { data: { id: record.id, state: 'INITIATED' }, ...engine.prepare(record) };
    },
  };
}

/** Keeps the id; the contract leaves open whether an accelerated transaction gets a new one. */
function accelerateTransaction(engine: TransactionEngine, id: string): Command {
  return {
    endpoint: `accelerateTransaction ${id}`,
    newStatus: 200,
    prepare: async () => ({ data: { id }, ...(await engine.prepareAccelerate(id)) }),
  };
}

/** Lists the newest first. @throws ProviderError for an unknown cursor */
function listTransactions(
  { transactions, wallets }: ProviderStore,
  { walletIds, from, pageAfter, pageSize = String(DEFAULT_PAGE_SIZE) }: Static<typeof ListTransactionsQuery>,
): { page: TransactionRecord[]; hasNext: boolean } {
  const accounts = walletIds === undefined ? wallets : new Set(walletIds.split(','));
  const fromMs = from === undefined ? 0 : Date.parse(from);
  const found = [...transactions.values()]
    .filter(({ accountId, createDateMs }) => accounts.has(accountId) && createDateMs >= fromMs)
    .reverse();
  const start = pageAfter === undefined ? 0 : found.findIndex(({ id }) => id === pageAfter.toLowerCase()) + 1;
  if (pageAfter !== undefined && start === 0) throw new ProviderError('transactionNotFound');
  const end = start + Number(pageSize);
  return { page: found.slice(start, end), hasNext: found.length > end };
}

function nextLink({ url, host }: FastifyRequest, last: TransactionRecord | undefined): Record<string, string> {
  const next = new URL(url, `http://${host}`);
  next.searchParams.set('pageAfter', last?.id ?? '');
  return { link: `<${next.href}>; rel="next"` };
}
