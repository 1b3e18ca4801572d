import { ProviderError, type RenewalReason } from '../domain/ports/custody.js';
import { renewed } from '../domain/transition.js';
import { checkSeal, sealBody } from './check-seal.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { laterStep, type StepContext, toCustodyQuery, toStepContext } from './step-context.js';
import { transitionStep } from './transition-step.js';

/** Executions of a wallet whose transactions are sent again. */
const MAX_SENT_AGAIN = 10;
/** Executions whose steps have the wallet's last mined transaction: the step's own, and the one before. */
const MAX_MINED_READ = 2;

/**
 * Stores the body that the custody makes for the fee of this moment, sealed as the one before, whose seal was checked.
 * Whatever is sent next is then repeated to the byte. @returns the context with the body to send
 */
export async function renewStep(
  dependencies: EngineDependencies,
  context: StepContext,
  reason: RenewalReason,
): Promise<StepContext> {
  const made = await dependencies.custody.renew(toCustodyQuery(context), reason).catch((error: unknown) => {
    // Without an answer of the node the stored body is sent.
    if (error instanceof ProviderError) return null;
    throw error;
  });
  if (made === null) return context;
  const seal = sealBody(dependencies, context, made.body);
  const { execution, nowMs } = await transitionStep(dependencies, context, renewed(context, { ...made, seal }));
  return toStepContext({ ...context, execution, nowMs }, laterStep(context, execution));
}

/** Sends the wallet's earlier transactions again that the chain has lost. Only genuine ones are sent, byte for byte. */
export async function sendEarlier(dependencies: EngineDependencies, context: StepContext): Promise<true> {
  const { store, custody } = dependencies;
  const { walletAddress } = context.execution;
  const body = context.step.status === 'planned' ? null : context.step.body;
  await custody.sendEarlier({ walletAddress, body }, async () => {
    await store.useSendPermit(context.lease);
    const steps = await readOthers(dependencies, context, MAX_SENT_AGAIN);
    const sent = steps.filter(({ step: { status } }) => status !== 'planned' && status !== 'failed');
    return sent.filter((other) => checkSeal(dependencies, other) === null).map(({ step }) => String(step.body));
  });
  return true;
}

/**
 * Bodies of the wallet's last transactions that a block has. Their nonces are used, whatever the node's state says. Without
 * failed ones: if a reorganisation drops such a transaction, nothing sends it again, and its nonce is free.
 */
export async function readMined(dependencies: EngineDependencies, context: StepContext): Promise<string[]> {
  const steps = await readOthers(dependencies, context, MAX_MINED_READ);
  return steps
    .filter(({ step: { status, blockNumber } }) => blockNumber !== null && status !== 'failed')
    .map(({ step }) => String(step.body));
}

/** Steps with a body of the wallet's last executions but for the context's own, the last armed first. */
async function readOthers(
  { store }: EngineDependencies,
  context: StepContext,
  executions: number,
): Promise<StepContext[]> {
  const steps = (await store.listRecent(context.lease, executions)).flatMap((execution) =>
    execution.steps.toReversed().map((step) => toStepContext({ ...context, execution }, step)),
  );
  const { execution: own, step: ownStep } = context;
  return steps.filter(
    ({ execution, step }) => step.body !== null && (execution.id !== own.id || step.kind !== ownStep.kind),
  );
}
