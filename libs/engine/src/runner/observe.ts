import { type Chain, ChainUnavailableError, type Readback } from '@app/chain';
import { errorFields } from '@app/observability';
import type { FactRequest, KnownFacts } from '../domain/decide/decision.js';
import { computeGas } from '../domain/gas.js';
import { mayApprove, toPlannedStep } from '../domain/planned-step.js';
import { ProviderError, type ProviderState, type ProviderTransaction } from '../domain/ports/custody.js';
import { checkSeal } from './check-seal.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { findAllowance } from './find-allowance.js';
import { observeProof, RECORDED_BLOCK } from './observe-proof.js';
import { readAtHead, readRules } from './observe-rules.js';
import { sendEarlier } from './renew-step.js';
import { type StepContext, toCustodyQuery } from './step-context.js';

/** Order of preference if the provider has taken a step twice: the likeliest to take effect first. */
const RANK: Readonly<Record<ProviderState, number>> = {
  complete: 0,
  sent: 1,
  stuck: 1,
  queued: 1,
  pending: 2,
  replaced: 3,
  cancelled: 3,
  denied: 3,
  failed: 3,
};

/** Observes one fact. Changes nothing but the reservation of a token, the gas of the custody's wallets, and what their nodes hold. */
export async function observe(
  dependencies: EngineDependencies,
  context: StepContext,
  query: FactRequest,
): Promise<Partial<KnownFacts>> {
  const { chain, store } = dependencies;
  const { lease } = context;
  switch (query.what) {
    case 'sendPermit':
      return { sendPermit: await store.takeSendPermit(lease) };
    case 'seal':
      return { seal: checkSeal(dependencies, context) };
    case 'gas':
      await store.useSendPermit(lease);
      return { gas: await topUpGas(dependencies, context) };
    case 'earlierSent':
      return { earlierSent: await orNoAnswer(() => sendEarlier(dependencies, context)) };
    case 'rules':
      return observeRules(dependencies, context);
    case 'receipts':
      return { receipts: await readReceipts(chain, query) };
    case 'confirmed':
      return { confirmed: await readConfirmed(dependencies, context, query.transactionHash) };
    case 'transaction':
      return { transaction: await chain.transaction(query.transactionHash) };
    case 'provider':
      return { provider: await readProvider(dependencies, context) };
    case 'listed':
      return { listed: await listTransactions(dependencies, context) };
    case 'refState':
    case 'effect':
    case 'allowance':
      return observeProof(dependencies, context, query.what);
    case 'readback':
      return { readback: await readBack(dependencies, context, query) };
  }
}

/** Gives back a send permit that the lane has taken before, unless the custody may send under it: the step, or gas for it. */
async function observeRules(
  dependencies: EngineDependencies,
  context: StepContext,
): Promise<Pick<KnownFacts, 'rules' | 'gas'>> {
  const { chain, store, custody, settings } = dependencies;
  const planned = toPlannedStep(context, context.nowMs, settings);
  const failure = await readRules(chain, context, planned);
  const lacksAllowance = failure === (planned.kind === 'approve' ? null : 'allowance_missing');
  const rules = (lacksAllowance ? await findAllowance(dependencies, context, planned) : null) ?? failure;
  if (typeof rules === 'object') return { rules };
  const lacksGas = rules === 'insufficient_gas';
  if (lacksGas && (await orNoAnswer(() => custody.paysGas())) !== false) return { rules };
  if (context.hasReservation) await store.returnSendPermit(context.lease);
  // The faucet of a custody that pays no gas may have sent some.
  if (lacksGas && context.awaitsFunds) return { rules: 'node_behind' };
  // Without a transfer to start, there is nothing to wait for.
  return lacksGas ? { rules, gas: await topUpGas(dependencies, context) } : { rules };
}

async function readReceipts(
  chain: Chain,
  { hashes, optional }: Extract<FactRequest, { what: 'receipts' }>,
): Promise<NonNullable<KnownFacts['receipts']>> {
  try {
    const receipts = await Promise.all(hashes.map((hash) => chain.receipt(hash)));
    return receipts.filter((receipt) => receipt !== null);
  } catch (error) {
    if (optional === true && error instanceof ChainUnavailableError) return [];
    throw error;
  }
}

/** Head before receipt: a receipt read later is at least as deep as computed, also across a reorganisation. */
async function readConfirmed(
  { chain, settings }: EngineDependencies,
  context: StepContext,
  hash: string,
): Promise<NonNullable<KnownFacts['confirmed']>> {
  const head = settings.confirmations > 1 ? await chain.head() : null;
  const { value: receipt, isBehind } = await readAtHead(chain, context, () => chain.receipt(hash));
  if (receipt === null && isBehind) throw new ChainUnavailableError(RECORDED_BLOCK);
  return { receipt, depth: head === null || receipt === null ? 1 : head.blockNumber - receipt.blockNumber + 1 };
}

/** Null also for the transaction of another step, which a provider may show by mistake. It may leave the refId out. */
async function readProvider(
  { custody }: EngineDependencies,
  context: StepContext,
): Promise<ProviderTransaction | null | 'no_answer'> {
  const { providerTransactionId: transactionId } = context.step;
  if (transactionId === null) throw new Error('a sent step has no id');
  const query = { ...toCustodyQuery(context), transactionId };
  const found = await orNoAnswer(() => custody.find(query));
  if (found === null || found === 'no_answer') return found;
  return found.refId === query.refId || found.refId === '' ? found : null;
}

async function listTransactions(
  { custody }: EngineDependencies,
  context: StepContext,
): Promise<ProviderTransaction[] | 'no_answer'> {
  const found = await orNoAnswer(() => custody.listByRef(toCustodyQuery(context)));
  return found === 'no_answer' ? found : found.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
}

async function topUpGas(
  { chain, custody }: EngineDependencies,
  context: StepContext,
): Promise<NonNullable<KnownFacts['gas']>> {
  const { execution, step, providerWalletId } = context;
  const { intent, walletAddress } = execution;
  if (providerWalletId === null) return false;
  const kind = mayApprove(context) ? 'approve' : step.kind;
  const requiredWei = computeGas({ intent, kind }) * (await chain.gasPrice()).maxFeeWei;
  return orNoAnswer(() => custody.topUpGas({ providerWalletId, walletAddress, requiredWei }));
}

async function orNoAnswer<T>(read: () => Promise<T>): Promise<T | 'no_answer'> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderError) return 'no_answer';
    throw error;
  }
}

async function readBack(
  { chain, log, failpoints }: EngineDependencies,
  { execution }: StepContext,
  { marketAddress, blockNumber }: Extract<FactRequest, { what: 'readback' }>,
): Promise<Readback | null> {
  await failpoints.reach('mined_no_readback');
  const { walletAddress, intent } = execution;
  try {
    return await chain.readback({ action: intent.action, walletAddress, marketAddress, blockNumber });
  } catch (error) {
    log.warn({ event: 'execution.readback_failed', executionId: execution.id, ...errorFields(error) });
    return null;
  }
}
