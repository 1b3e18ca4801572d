import { fromBaseUnits, type Json } from '@app/common';
import { type Static, Type } from '@sinclair/typebox';
import { bumpFees, presentFee, type TransactionFeeDto } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { latestCall, shownResult, type TransactionRecord } from '../domain/transaction.js';
import type { Fault } from '../faults/fault-catalogue.js';
import { faultArgument, hasFault } from '../faults/request-faults.js';
import { checkBlockchain } from './blockchain.js';
import { isDescending, type Page, type PageRequest, parsePage, takePage } from './paging.js';
import { presentTransaction } from './presenters.js';
import { Address, PAGE_FIELDS, Text, Uuid } from './schemas.js';
import type { TransactionContext } from './transaction-context.js';

const NATIVE_DECIMALS = 18;

export const ListTransactionsQuery = Type.Object({
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

export const LowestNonceQuery = Type.Object(
  { walletId: Type.Optional(Uuid), address: Type.Optional(Address), blockchain: Type.Optional(Text) },
  { if: { not: { required: ['address'] } }, then: { required: ['walletId'] } },
);

type Filter = (record: TransactionRecord) => boolean;

export async function getTransaction(
  { registry, transactions }: TransactionContext,
  id: string,
  faults: readonly Fault[],
): Promise<Json> {
  const record = hasFault(faults, 'forget-transaction') ? undefined : await transactions.find(id);
  // Transactions of the faucet belong to no wallet and are not shown.
  if (record === undefined || registry.findWallet(record.accountId) === null) {
    throw new ProviderError('transactionNotFound');
  }
  return presentTransaction(record, { withFees: true, shownState: faultArgument(faults, 'show-state') });
}

export async function listTransactions(
  context: TransactionContext,
  query: ListTransactions,
  faults: readonly Fault[],
): Promise<{ page: Page<TransactionRecord>; transactions: Json[] }> {
  const request = parsePage(query);
  const walletIds = query.walletIds?.split(',').filter((id) => id !== '');
  const isForgotten = hasFault(faults, 'forget-transaction');
  const source = isForgotten ? [] : select(context, request, { walletIds, filter: filterOf(query, walletIds) });
  const page = await takePage(source, request);
  const view = { withFees: query.txType !== undefined, shownState: faultArgument(faults, 'show-state') };
  return { page, transactions: page.items.map((record) => presentTransaction(record, view)) };
}

export async function getLowestNonceTransaction(
  { blockchain, chain, engine, registry }: TransactionContext,
  { walletId, address = '', blockchain: requested }: Static<typeof LowestNonceQuery>,
): Promise<{ transaction: Json; feeInfo: { newHighEstimatedFee: TransactionFeeDto; feeDifferenceAmount: string } }> {
  if (requested !== undefined) checkBlockchain(blockchain, requested);
  const wallet = walletId === undefined ? registry.getWalletByAddress(address) : registry.getWallet(walletId);
  const record = engine.findLowestNonce(wallet.id);
  const [attempt, signed] = [record?.attempts.at(-1), record && latestCall(record)];
  if (record === undefined || attempt === undefined || signed === undefined) {
    throw new ProviderError('transactionNotFound');
  }
  const gasLimit = BigInt(signed.gasLimit);
  const high = bumpFees(await chain.baseFeeWei(), attempt);
  const differenceWei = gasLimit * (high.maxFeeWei - BigInt(signed.maxFeeWei));
  return {
    transaction: presentTransaction(record, { withFees: true }),
    feeInfo: {
      newHighEstimatedFee: presentFee(gasLimit, high),
      feeDifferenceAmount: fromBaseUnits(differenceWei, NATIVE_DECIMALS),
    },
  };
}

function filterOf(query: ListTransactions, walletIds: readonly string[] | undefined): Filter {
  const { state, blockchain, custodyType, operation, txType } = query;
  const [txHash, destination] = [query.txHash?.toLowerCase(), query.destinationAddress?.toLowerCase()];
  // All transactions have these values.
  const matchesNone =
    (custodyType ?? 'DEVELOPER') !== 'DEVELOPER' ||
    (operation ?? 'CONTRACT_EXECUTION') !== 'CONTRACT_EXECUTION' ||
    (txType ?? 'OUTBOUND') !== 'OUTBOUND';
  return (record) =>
    !matchesNone &&
    (walletIds === undefined || walletIds.includes(record.accountId)) &&
    (state ?? shownResult(record).state) === shownResult(record).state &&
    (txHash ?? shownResult(record).txHash) === shownResult(record).txHash &&
    (blockchain ?? record.blockchain) === record.blockchain &&
    (destination ?? record.contractAddress) === record.contractAddress;
}

interface Selection {
  readonly walletIds: readonly string[] | undefined;
  readonly filter: Filter;
}

async function* select(
  { store, transactions }: TransactionContext,
  page: PageRequest,
  { walletIds, filter }: Selection,
): AsyncGenerator<TransactionRecord> {
  const cursor = page.cursor === undefined ? undefined : await transactions.find(page.cursor.id);
  if (page.cursor !== undefined && cursor === undefined) throw new ProviderError('transactionNotFound');
  const descending = isDescending(page);
  for await (const id of store.walk({
    descending,
    ...(walletIds && { accountIds: walletIds }),
    ...(cursor && { afterSeq: cursor.seq }),
  })) {
    const record = await transactions.find(id);
    if (record === undefined) continue;
    // Records are in order of time: behind the bounds no further one matches.
    if (descending ? record.createDateMs < page.fromMs : record.createDateMs > page.toMs) return;
    if (record.createDateMs >= page.fromMs && record.createDateMs <= page.toMs && filter(record)) yield record;
  }
}
