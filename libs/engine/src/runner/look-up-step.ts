import { ProviderError, type ProviderState, type ProviderTransaction } from '../domain/ports/wallet-provider.js';
import type { EngineParts } from './engine-parts.js';
import { settleApproval } from './prove-step.js';
import { resendStep } from './send-step.js';
import { refIdOf, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { transitionStep } from './transition-step.js';

/** Listing starts this long before arming, for clocks that differ. */
const LOOKUP_MARGIN_MS = 60 * 60_000;
const LOOKUP_RETRY_DELAY_MS = 2_000;

/** Order of preference if the provider has taken a step twice: the likeliest to take effect first. */
const RANK: Readonly<Record<ProviderState, number>> = {
  complete: 0,
  sent: 1,
  stuck: 1,
  pending: 2,
  cancelled: 3,
  denied: 3,
  failed: 3,
};

/** Looks the step up at the provider and resends its body only when the provider has no transaction of it. */
export async function lookUpStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  if (context.step.kind === 'approve' && (await settleApproval(parts, context))) return AGAIN;
  const found = await listTransactionsOf(parts, context);
  if (found === 'no_answer') return wait(LOOKUP_RETRY_DELAY_MS, 'provider');
  const [best] = found;
  if (best === undefined) return resendStep(parts, context);
  await adoptTransaction(parts, context, best);
  return AGAIN;
}

/** The provider's transactions of this step, the likeliest to take effect first. */
export async function listTransactionsOf(
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

/** Continues the step with a transaction found at the provider. */
export async function adoptTransaction(
  parts: EngineParts,
  context: StepContext,
  transaction: ProviderTransaction,
): Promise<void> {
  const { execution, step } = context;
  await transitionStep(parts, context, {
    event: 'step.found',
    data: { providerTransactionId: transaction.id, providerState: transaction.state },
    step: {
      ...(step.status === 'sent' ? {} : { to: 'sent' }),
      providerTransactionId: transaction.id,
      providerState: transaction.state,
    },
    execution: execution.status === 'unknown' ? { to: 'submitting' } : {},
  });
}
