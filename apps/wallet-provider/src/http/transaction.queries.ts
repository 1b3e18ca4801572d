import { fromBaseUnits } from '@app/common';
import { bumpFees, presentFee } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { latestCall, type TransactionRecord } from '../domain/transaction.js';
import type { Answer } from '../faults/request-faults.js';
import { checkBlockchain } from './blockchain.js';
import { Fields } from './fields.js';
import { type Call, faultArgument, hasFault, ok } from './operation.js';
import { isDescending, linkHeader, type PageRequest, parsePage, takePage } from './paging.js';
import { presentTransaction } from './presenters.js';
import type { TransactionOperationsContext } from './transaction.operations.js';

type Filter = (record: TransactionRecord) => boolean;

export async function getTransaction({ book, registry }: TransactionOperationsContext, call: Call): Promise<Answer> {
  const record = hasFault(call, 'forget-transaction') ? undefined : await book.find(call.id);
  // The faucet's own transactions belong to no wallet and are nobody's business.
  if (record === undefined || registry.findWallet(record.accountId) === null)
    throw new ProviderError('transactionNotFound');
  return ok({
    transaction: presentTransaction(record, { withFees: true, shownState: faultArgument(call, 'show-state') }),
  });
}

export async function listTransactions(context: TransactionOperationsContext, call: Call): Promise<Answer> {
  const page = parsePage(call.query);
  const fields = new Fields(call.query, 'query');
  const walletIds = fields
    .text('walletIds')
    ?.split(',')
    .filter((id) => id !== '');
  const filter = parseFilter(fields, walletIds);
  const withFees = fields.has('txType');
  fields.done();
  if (hasFault(call, 'forget-transaction')) return ok({ transactions: [] });
  const found = await takePage(select(context, page, { walletIds, filter }), page);
  const view = { withFees, shownState: faultArgument(call, 'show-state') };
  return ok(
    { transactions: found.items.map((record) => presentTransaction(record, view)) },
    linkHeader(call.url, found),
  );
}

export async function getLowestNonceTransaction(context: TransactionOperationsContext, call: Call): Promise<Answer> {
  const { blockchain, chain, engine, registry } = context;
  const fields = new Fields(call.query, 'query');
  const [walletId, address, named] = [fields.uuid('walletId'), fields.address('address'), fields.text('blockchain')];
  if (walletId === undefined && address === undefined) fields.refuse('walletId', 'required');
  fields.done();
  if (named !== undefined) checkBlockchain(blockchain, named);
  const wallet = walletId === undefined ? registry.getWalletByAddress(address ?? '') : registry.getWallet(walletId);
  const record = engine.findLowestNonce(wallet.id);
  const [attempt, signed] = [record?.attempts.at(-1), record && latestCall(record)];
  if (record === undefined || attempt === undefined || signed === undefined)
    throw new ProviderError('transactionNotFound');
  const gasLimit = BigInt(signed.gasLimit);
  const high = bumpFees(await chain.baseFeeWei(), attempt);
  const differenceWei = gasLimit * (high.maxFeeWei - BigInt(signed.maxFeeWei));
  return ok({
    transaction: presentTransaction(record, { withFees: true }),
    feeInfo: { newHighEstimatedFee: presentFee(gasLimit, high), feeDifferenceAmount: fromBaseUnits(differenceWei, 18) },
  });
}

function parseFilter(fields: Fields, walletIds: readonly string[] | undefined): Filter {
  const [state, txHash, blockchain] = [
    fields.text('state'),
    fields.text('txHash')?.toLowerCase(),
    fields.text('blockchain'),
  ];
  const destination = fields.address('destinationAddress');
  const nothingMatches = [
    (fields.text('custodyType') ?? 'DEVELOPER') !== 'DEVELOPER',
    (fields.text('operation') ?? 'CONTRACT_EXECUTION') !== 'CONTRACT_EXECUTION',
    (fields.text('txType') ?? 'OUTBOUND') !== 'OUTBOUND',
  ].includes(true);
  return (record) =>
    !nothingMatches &&
    (walletIds === undefined || walletIds.includes(record.accountId)) &&
    (state ?? record.state) === record.state &&
    (txHash ?? record.txHash) === record.txHash &&
    (blockchain ?? record.blockchain) === record.blockchain &&
    (destination ?? record.contractAddress) === record.contractAddress;
}

interface Selection {
  readonly walletIds: readonly string[] | undefined;
  readonly filter: Filter;
}

async function* select(
  { book, store }: TransactionOperationsContext,
  page: PageRequest,
  { walletIds, filter }: Selection,
): AsyncGenerator<TransactionRecord> {
  const cursor = page.cursor === undefined ? undefined : await book.find(page.cursor.id);
  if (page.cursor !== undefined && cursor === undefined) throw new ProviderError('transactionNotFound');
  const descending = isDescending(page);
  const accountId = walletIds?.length === 1 ? walletIds[0] : undefined;
  for await (const id of store.walk({
    descending,
    ...(accountId && { accountId }),
    ...(cursor && { afterSeq: cursor.seq }),
  })) {
    const record = await book.find(id);
    if (record === undefined) continue;
    // Acceptance is in order of time, so that nothing further on can be within the bounds either.
    if (descending ? record.createDateMs < page.fromMs : record.createDateMs > page.toMs) return;
    if (record.createDateMs >= page.fromMs && record.createDateMs <= page.toMs && filter(record)) yield record;
  }
}
