import { ProviderError, type ProviderState, type ProviderTransaction } from '../domain/ports/custody.js';
import type { EngineParts } from './engine-parts.js';
import { settleApproval } from './prove-step.js';
import { resendStep } from './send-step.js';
import { custodyQueryOf, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { transitionStep } from './transition-step.js';

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
  context: StepContext,
): Promise<ProviderTransaction[] | 'no_answer'> {
  try {
    const found = await provider.listByRef(custodyQueryOf(context));
    return found.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
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
