import type { Clock } from '@app/common';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { ProviderError } from '../domain/provider-error.js';
import { newTransaction, type TransactionRecord, type TransactionScript } from '../domain/transaction.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Command, Commands } from './commands.js';
import { presentTransaction } from './presenters.js';
import { Address, COMMAND_FIELDS, IdParams, oneOf, Text, Uuid } from './schemas.js';
import { SCRIPT_DECORATOR } from './server.js';

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

export function transactionRoutes(context: TransactionContext): FastifyPluginCallbackTypebox {
  const { commands, engine, store } = context;
  return (app, _options, done) => {
    app.post(
      `${DEVELOPER_BASE}/contractExecution`,
      { schema: { body: ContractExecutionBody } },
      async (request, reply) => {
        const { body } = request;
        const script = request.getDecorator<TransactionScript | null>(SCRIPT_DECORATOR) ?? {};
        return commands.run({ reply, body }, createContractExecution(context, body, script));
      },
    );

    app.get(BASE, { schema: { querystring: ListTransactionsQuery } }, (request, reply) => {
      const { page, hasNext } = listTransactions(store, request.query);
      const transactions = page.map(presentTransaction);
      return reply.headers(hasNext ? nextLink(request, page.at(-1)) : {}).send({ data: { transactions } });
    });

    app.get(`${BASE}/:id`, { schema: { params: IdParams } }, ({ params }) => {
      const record = store.getTransaction(params.id);
      // Transactions of the faucet belong to no wallet and are not shown.
      if (!store.wallets.has(record.accountId)) throw new ProviderError('transactionNotFound');
      return { data: { transaction: presentTransaction(record) } };
    });

    app.post(
      `${DEVELOPER_BASE}/:id/accelerate`,
      { schema: { params: IdParams, body: Type.Object(COMMAND_FIELDS) } },
      async ({ params, body }, reply) =>
        commands.run({ reply, body }, accelerateTransaction(engine, params.id.toLowerCase())),
    );
    done();
  };
}

function createContractExecution(
  { blockchain, clock, engine, store }: TransactionContext,
  { walletId, contractAddress, callData, feeLevel, refId = '' }: Static<typeof ContractExecutionBody>,
  script: TransactionScript,
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
        script,
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
