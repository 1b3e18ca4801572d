import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { bumpFees, formatNative, presentFee, type TransactionFeeDto } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { latestCall, shownResult, type TransactionRecord } from '../domain/transaction.js';
import { faultArgument, hasFault } from '../faults/apply-faults.js';
import { ContractExecutionBody, EstimateFeeBody } from './contract-execution.js';
import { faultsOf, type OperationHooksFactory } from './operation-hooks.js';
import { linkHeader, type Page, takePage } from './paging.js';
import { presentTransaction } from './presenters.js';
import { Address, checkBlockchain, COMMAND_FIELDS, IdParams, PAGE_FIELDS, Text, Uuid } from './schemas.js';
import {
  accelerateTransaction,
  cancelTransaction,
  createContractExecution,
  estimateFee,
  type TransactionContext,
} from './transaction-commands.js';

const BASE = '/v1/w3s/transactions';
const DEVELOPER_BASE = '/v1/w3s/developer/transactions';

const CommandOnlyBody = Type.Object(COMMAND_FIELDS);

const ListTransactionsQuery = Type.Object({
  ...PAGE_FIELDS,
  blockchain: Type.Optional(Text),
  custodyType: Type.Optional(Text),
  destinationAddress: Type.Optional(Address),
  operation: Type.Optional(Text),
  state: Type.Optional(Text),
  txHash: Type.Optional(Text),
  txType: Type.Optional(Text),
  walletIds: Type.Optional(Text),
});
type ListTransactions = Static<typeof ListTransactionsQuery>;

const LowestNonceQuery = Type.Object(
  { walletId: Type.Optional(Uuid), address: Type.Optional(Address), blockchain: Type.Optional(Text) },
  { if: { not: { required: ['address'] } }, then: { required: ['walletId'] } },
);

export function transactionRoutes(
  context: TransactionContext,
  hooks: OperationHooksFactory,
): FastifyPluginCallbackTypebox {
  const { commands, store } = context;
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
        return commands.run({ request, reply, body }, createContractExecution(context, body, faultsOf(request)));
      },
    );

    app.get(
      BASE,
      { ...hooks({ name: 'listTransactions' }), schema: { querystring: ListTransactionsQuery } },
      (request, reply) => {
        const [{ query }, faults] = [request, faultsOf(request)];
        const page = listTransactions(context, query, hasFault(faults, 'forget-transaction'));
        const view = { withFees: query.txType !== undefined, shownState: faultArgument(faults, 'show-state') };
        const transactions = page.items.map((record) => presentTransaction(record, view));
        return reply.headers(linkHeader(request, page)).send({ data: { transactions } });
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
      (request) => {
        const faults = faultsOf(request);
        const record = store.getTransaction(request.params.id);
        // Transactions of the faucet belong to no wallet and are not shown.
        if (hasFault(faults, 'forget-transaction') || !store.wallets.has(record.accountId)) {
          throw new ProviderError('transactionNotFound');
        }
        const view = { withFees: true, shownState: faultArgument(faults, 'show-state') };
        return { data: { transaction: presentTransaction(record, view) } };
      },
    );

    for (const [action, name, command] of [
      ['cancel', 'cancelTransaction', cancelTransaction],
      ['accelerate', 'accelerateTransaction', accelerateTransaction],
    ] as const) {
      app.post(
        `${DEVELOPER_BASE}/:id/${action}`,
        { ...hooks({ name, subject }), schema: { params: IdParams, body: CommandOnlyBody } },
        async (request, reply) =>
          commands.run({ request, reply, body: request.body }, command(context, request.params.id.toLowerCase())),
      );
    }
    done();
  };
}

async function getLowestNonceTransaction(
  { blockchain, chain, engine, store }: TransactionContext,
  { walletId, address = '', blockchain: requested }: Static<typeof LowestNonceQuery>,
): Promise<{ transaction: object; feeInfo: { newHighEstimatedFee: TransactionFeeDto; feeDifferenceAmount: string } }> {
  if (requested !== undefined) checkBlockchain(blockchain, requested);
  const wallet = walletId === undefined ? store.getWalletByAddress(address) : store.getWallet(walletId);
  const record = engine.findLowestNonce(wallet.id);
  const [attempt, signed] = [record?.attempts.at(-1), record && latestCall(record)];
  if (record === undefined || attempt === undefined || signed === undefined) {
    throw new ProviderError('transactionNotFound');
  }
  const gasLimit = BigInt(signed.gasLimit);
  const high = bumpFees(await chain.baseFeeWei(), attempt);
  return {
    transaction: presentTransaction(record, { withFees: true }),
    feeInfo: {
      newHighEstimatedFee: presentFee(gasLimit, high),
      feeDifferenceAmount: formatNative(gasLimit * (high.maxFeeWei - BigInt(signed.maxFeeWei))),
    },
  };
}

function listTransactions(
  { store }: TransactionContext,
  query: ListTransactions,
  isForgotten: boolean,
): Page<TransactionRecord> {
  const { state, blockchain, custodyType, operation, txType } = query;
  const [txHash, destination] = [query.txHash?.toLowerCase(), query.destinationAddress?.toLowerCase()];
  const walletIds = query.walletIds?.split(',').filter((id) => id !== '');
  // All transactions have these values.
  const matchesNone =
    isForgotten ||
    (custodyType ?? 'DEVELOPER') !== 'DEVELOPER' ||
    (operation ?? 'CONTRACT_EXECUTION') !== 'CONTRACT_EXECUTION' ||
    (txType ?? 'OUTBOUND') !== 'OUTBOUND';
  const matches = (record: TransactionRecord): boolean =>
    (walletIds === undefined ? store.wallets.has(record.accountId) : walletIds.includes(record.accountId)) &&
    (state ?? shownResult(record).state) === shownResult(record).state &&
    (txHash ?? shownResult(record).txHash) === shownResult(record).txHash &&
    (blockchain ?? record.blockchain) === record.blockchain &&
    (destination ?? record.contractAddress) === record.contractAddress;
  const items = store.transactions.values();
  return takePage({ items, matches: matchesNone ? () => false : matches, unknownCursor: 'transactionNotFound' }, query);
}
