import { ProviderError, type ProviderState, type ProviderTransaction } from '../domain/ports/wallet-provider.js';
import type { EngineParts } from './engine-parts.js';
import { settleApproval } from './prove-step.js';
import { resendStep } from './send-step.js';
import { changeOf, refIdOf, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';

const LOOKUP_MARGIN_MS = 60 * 60_000;
const LOOKUP_RETRY_DELAY_MS = 2_000;

/** Likelier to have an effect comes first, should the provider have taken a step twice. */
const RANK: Readonly<Record<ProviderState, number>> = {
  complete: 0,
  sent: 1,
  stuck: 1,
  pending: 2,
  cancelled: 3,
  denied: 3,
  failed: 3,
};

/** Asks the provider what it has under the step's name, and repeats the bytes only when that is nothing. */
export async function lookUpStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  if (context.step.kind === 'approve' && (await settleApproval(parts, context))) return AGAIN;
  const found = await transactionsOf(parts, context);
  if (found === 'no_answer') return wait(LOOKUP_RETRY_DELAY_MS, 'provider');
  const [best] = found;
  if (best === undefined) return resendStep(parts, context);
  await adopt(parts, context, best);
  return AGAIN;
}

/** Every transaction that the provider has for this step, the likeliest to take effect first. */
export async function transactionsOf(
  { provider }: EngineParts,
  { execution, step, providerWalletId, nowMs }: StepContext,
): Promise<ProviderTransaction[] | 'no_answer'> {
  if (providerWalletId === null) throw new Error('the wallet is not known at the provider');
  try {
    const sinceMs = (step.armedAtMs ?? nowMs) - LOOKUP_MARGIN_MS;
    const all = await provider.listTransactions({ providerWalletId, sinceMs });
    const refId = refIdOf(execution, step.kind);
    return all.filter((transaction) => transaction.refId === refId).sort((a, b) => RANK[a.state] - RANK[b.state]);
  } catch (error) {
    if (error instanceof ProviderError) return 'no_answer';
    throw error;
  }
}

/** Goes on with a transaction that the provider turned out to have. */
export async function adopt(
  { store }: EngineParts,
  context: StepContext,
  transaction: ProviderTransaction,
): Promise<void> {
  const { execution, step } = context;
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.found',
      data: { providerTransactionId: transaction.id, providerState: transaction.state },
      step: {
        ...(step.status === 'sent' ? {} : { to: 'sent' }),
        providerTransactionId: transaction.id,
        providerState: transaction.state,
      },
      execution: execution.status === 'unknown' ? { to: 'submitting' } : {},
    }),
  );
}
