import type { StepFailure } from '@app/engine';
import { classifyProviderFailure } from '../../libs/engine/src/domain/classify.js';
import { failed } from '../../libs/engine/src/domain/transition.js';
import type { EngineDependencies } from '../../libs/engine/src/runner/engine-dependencies.js';
import {
  type StepContext,
  type StepInput,
  toCustodyQuery,
  toStepContext,
} from '../../libs/engine/src/runner/step-context.js';
import { StepRunner } from '../../libs/engine/src/runner/step-runner.js';
import { CONTINUE, type StepResult } from '../../libs/engine/src/runner/step-result.js';
import { transitionStep } from '../../libs/engine/src/runner/transition-step.js';
import { FailureMemory } from './provider-mutants.js';

const OLD_AGE_MS = 4_000;
const FAILED_STATES: ReadonlySet<string> = new Set(['failed', 'denied', 'cancelled']);

/** The engine's step runner with a hook that fails a step first. */
abstract class StepVariant extends StepRunner {
  constructor(protected readonly engine: EngineDependencies) {
    super(engine);
  }

  override async advance(input: StepInput): Promise<StepResult> {
    const step = input.execution.steps.find(({ status }) => status !== 'done');
    const reason = step === undefined ? null : await this.failsFor(toStepContext(input, step));
    if (step === undefined || reason === null) return super.advance(input);
    await transitionStep(this.engine, toStepContext(input, step), failed(reason));
    return CONTINUE;
  }

  /** Returns the mutant's reason to fail the step, or null. */
  protected abstract failsFor(context: StepContext): Promise<StepFailure | null>;
}

/** Fails a step that has been unknown for a while. */
export class FailedByAge extends StepVariant {
  protected override failsFor({ step, nowMs }: StepContext): Promise<StepFailure | null> {
    const isOld = step.status === 'unknown' && nowMs - (step.armedAtMs ?? nowMs) > OLD_AGE_MS;
    return Promise.resolve(isOld ? 'deadline_passed' : null);
  }
}

/** Compares the deadline with the local clock instead of the chain's. */
export class DeadlineByOwnClock extends StepVariant {
  protected override failsFor({ step, nowMs }: StepContext): Promise<StepFailure | null> {
    const mayBeSent = step.status === 'armed' || step.status === 'unknown' || step.status === 'sent';
    const isOver = mayBeSent && step.deadlineMs !== null && nowMs > step.deadlineMs;
    return Promise.resolve(isOver ? 'deadline_passed' : null);
  }
}

/** Fails a step that the provider does not list. */
export class MissingRecordIsProof extends StepVariant {
  protected override async failsFor(context: StepContext): Promise<StepFailure | null> {
    const { step, providerWalletId } = context;
    if (step.status !== 'unknown' || providerWalletId === null) return null;
    const listed = await this.engine.custody.listByRef(toCustodyQuery(context));
    return listed.length > 0 ? null : 'provider_failed';
  }
}

/** Fails a step that the provider reports as failed although a hash was seen. */
export class FailureTrustedAfterHash extends StepVariant {
  protected override async failsFor(context: StepContext): Promise<StepFailure | null> {
    const { status, providerTransactionId: transactionId } = context.step;
    if (status !== 'sent' || transactionId === null) return null;
    const transaction = await this.engine.custody.find({ ...toCustodyQuery(context), transactionId });
    return transaction !== null && FAILED_STATES.has(transaction.state) ? 'provider_failed' : null;
  }
}

/** Prepares the buy as soon as the approval is sent. */
export class ApprovalNotAwaited extends StepRunner {
  override advance(input: StepInput): Promise<StepResult> {
    const steps = input.execution.steps.filter(({ kind, status }) => kind === 'main' || status !== 'sent');
    return super.advance({ ...input, execution: { ...input.execution, steps } });
  }
}

/** Checks `min_multiple` only in preview. */
export class MultipleOnlyInPreview extends StepRunner {
  override advance(input: StepInput): Promise<StepResult> {
    return super.advance(this.checksAgain(input) ? input : withoutMultiple(input));
  }

  protected checksAgain(_input: StepInput): boolean {
    return false;
  }
}

/** Checks `min_multiple` only before an approval is done. */
export class MultipleOnlyBeforeApproval extends MultipleOnlyInPreview {
  protected override checksAgain({ execution }: StepInput): boolean {
    return execution.steps.every(({ kind, status }) => kind === 'main' || status !== 'done');
  }
}

/** Trusts a refusal whatever the height of the node that answers. */
export class HeightIgnored extends StepRunner {
  override advance(input: StepInput): Promise<StepResult> {
    return super.advance({ ...input, knownBlock: 0 });
  }
}

function withoutMultiple(input: StepInput): StepInput {
  const { execution } = input;
  return { ...input, execution: { ...execution, intent: { ...execution.intent, minMultiple: null } } };
}

/** Fails a step after a send error that does not prove a failure. */
abstract class FailureOvertrusted extends StepRunner {
  private readonly memory: FailureMemory;

  constructor(private readonly engine: EngineDependencies) {
    const memory = new FailureMemory(engine.custody);
    super({ ...engine, custody: memory });
    this.memory = memory;
  }

  override async advance(input: StepInput): Promise<StepResult> {
    this.memory.take();
    const result = await super.advance(input);
    const step = input.execution.steps.find(({ status }) => status !== 'done');
    const failure = this.memory.take();
    if (step === undefined || failure === null || !this.provesFailure(failure, step.status === 'planned'))
      return result;
    const execution = { ...input.execution, status: 'unknown' } as const;
    const context = toStepContext({ ...input, execution }, { ...step, status: 'unknown' });
    await transitionStep(this.engine, context, failed('provider_rejected'));
    return CONTINUE;
  }

  protected abstract provesFailure(failure: Parameters<typeof classifyProviderFailure>[0], isFirst: boolean): boolean;
}

/** Takes the refusal of a resend as the refusal of the first send. */
export class RefusedResendIsProof extends FailureOvertrusted {
  protected override provesFailure(failure: Parameters<typeof classifyProviderFailure>[0], isFirst: boolean): boolean {
    return !isFirst && classifyProviderFailure(failure, 'first_send') === 'permanent';
  }
}

/** Takes a missing answer as a refusal. */
export class TimeoutIsFailure extends FailureOvertrusted {
  protected override provesFailure(failure: Parameters<typeof classifyProviderFailure>[0]): boolean {
    return 'noAnswer' in failure.facts;
  }
}
