import { type OtherBodies, ProviderError, type RenewalReason } from '../domain/ports/custody.js';
import { type Execution, isInFlight, presentStep } from '../domain/lane-work.js';
import { renewed } from '../domain/transition.js';
import { checkSeal, sealBody } from './check-seal.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { laterStep, listOthers, type StepContext, toCustodyQuery, toStepContext } from './step-context.js';
import { transitionStep } from './transition-step.js';

/** Ended executions of a wallet whose transactions are sent again, and among which is its last mined one. */
const MAX_ENDED = 10;

/**
 * Stores the body that the custody makes for the fee of this moment, sealed as the one before, whose seal was checked.
 * Whatever is sent next is then repeated to the byte. @returns the context with the body to send
 */
export async function renewStep(
  dependencies: EngineDependencies,
  context: StepContext,
  reason: RenewalReason,
): Promise<StepContext> {
  const made = await dependencies.custody
    .renew(toCustodyQuery(context), reason, listInFlight(context))
    .catch((error: unknown) => {
      // Without an answer of the node the stored body is sent.
      if (error instanceof ProviderError) return null;
      throw error;
    });
  if (made === null) return context;
  const seal = sealBody(dependencies, context, made.body);
  const { execution, nowMs } = await transitionStep(dependencies, context, renewed(context, { ...made, seal }));
  return toStepContext({ ...context, execution, nowMs }, laterStep(context, execution));
}

/** Sends the wallet's transactions again that the chain has lost. Only genuine ones are sent, byte for byte. */
export function sendEarlier(dependencies: EngineDependencies, context: StepContext): Promise<true> {
  const { shared = {} } = context;
  shared.earlierSent ??= sendAllAgain(dependencies, context);
  return shared.earlierSent;
}

async function sendAllAgain(dependencies: EngineDependencies, context: StepContext): Promise<true> {
  const { store, custody } = dependencies;
  const { walletAddress } = context.execution;
  await custody.sendEarlier({ walletAddress, inFlight: listBodies(context.executions) }, async () => {
    await store.useSendPermit(context.lease);
    const steps = await readSteps(dependencies, context);
    const sent = steps.filter(({ step: { status } }) => status !== 'planned' && status !== 'failed');
    return sent.filter((other) => checkSeal(dependencies, other) === null).map(({ step }) => String(step.body));
  });
  return true;
}

/** Bodies of the wallet's other steps, as the custody needs them to make another. */
export function otherBodies(dependencies: EngineDependencies, context: StepContext): OtherBodies {
  return { inFlight: listInFlight(context), readMined: () => readMined(dependencies, context) };
}

function listInFlight(context: StepContext): string[] {
  return listBodies(listOthers(context));
}

function listBodies(executions: readonly Execution[]): string[] {
  return executions.map(presentStep).flatMap((step) => (isInFlight(step) ? (step.body ?? []) : []));
}

/**
 * Bodies of the wallet's last transactions that a block has. Their nonces are used, whatever the node's state says. Without
 * failed ones: if a reorganisation drops such a transaction, nothing sends it again, and its nonce is free.
 */
async function readMined(dependencies: EngineDependencies, context: StepContext): Promise<string[]> {
  const steps = await readSteps(dependencies, context);
  return steps
    .filter(({ step: { status, blockNumber } }) => blockNumber !== null && status !== 'failed')
    .map(({ step }) => String(step.body));
}

/** Steps with a body of the wallet's unfinished and last ended executions, the last accepted first. */
async function readSteps({ store }: EngineDependencies, context: StepContext): Promise<StepContext[]> {
  const { shared = {}, lease, executions } = context;
  shared.ended ??= store.listEnded(lease, MAX_ENDED);
  const all: Execution[] = [...executions.toReversed(), ...(await shared.ended)];
  const steps = all.flatMap((execution) =>
    execution.steps.toReversed().map((step) => toStepContext({ ...context, execution }, step)),
  );
  return steps.filter(({ step }) => step.body !== null);
}
