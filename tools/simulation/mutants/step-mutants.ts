import { classifyProviderFailure } from '../../../libs/engine/src/domain/classify.js';
import type { FailureReason } from '../../../libs/engine/src/domain/failure.js';
import type { EngineParts } from '../../../libs/engine/src/runner/engine-parts.js';
import { contextOf, refIdOf, type StepContext, type StepInput } from '../../../libs/engine/src/runner/step-context.js';
import { StepRunner } from '../../../libs/engine/src/runner/step-runner.js';
import type { StepResult } from '../../../libs/engine/src/runner/step-result.js';
import { failStep } from '../../../libs/engine/src/runner/transition-step.js';
import { FailureMemory } from './provider-mutants.js';

const OLD_AGE_MS = 4_000;
const GIVEN_UP: ReadonlySet<string> = new Set(['failed', 'denied', 'cancelled']);

/** The engine's own moves, with a chance to make another first. */
abstract class StepVariant extends StepRunner {
  constructor(protected readonly engine: EngineParts) {
    super(engine);
  }

  override async advance(input: StepInput): Promise<StepResult> {
    const step = input.execution.steps.find(({ status }) => status !== 'done');
    const reason = step === undefined ? null : await this.failsFor(contextOf(input, step));
    if (step === undefined || reason === null) return super.advance(input);
    return failStep(this.engine, contextOf(input, step), reason);
  }

  /** Why the bug calls the step failed now; null when it does not. */
  protected abstract failsFor(context: StepContext): Promise<FailureReason | null>;
}

/** What has been unknown for a while will not come any more. */
export class FailedByAge extends StepVariant {
  protected override failsFor({ step, nowMs }: StepContext): Promise<FailureReason | null> {
    const isOld = step.status === 'unknown' && nowMs - (step.armedAtMs ?? nowMs) > OLD_AGE_MS;
    return Promise.resolve(isOld ? 'deadline_passed' : null);
  }
}

/** The deadline is judged by a clock of ours, and the chain is not asked. */
export class DeadlineByOwnClock extends StepVariant {
  protected override failsFor({ step, nowMs }: StepContext): Promise<FailureReason | null> {
    const isOut = step.status === 'armed' || step.status === 'unknown' || step.status === 'sent';
    const isOver = isOut && step.deadlineMs !== null && nowMs > step.deadlineMs;
    return Promise.resolve(isOver ? 'deadline_passed' : null);
  }
}

/** What the provider does not list it never took. */
export class MissingRecordIsProof extends StepVariant {
  protected override async failsFor(context: StepContext): Promise<FailureReason | null> {
    const { step, providerWalletId, execution } = context;
    if (step.status !== 'unknown' || providerWalletId === null) return null;
    const all = await this.engine.provider.listTransactions({ providerWalletId, sinceMs: 0 });
    return all.some(({ refId }) => refId === refIdOf(execution, step.kind)) ? null : 'provider_failed';
  }
}

/** The provider says that it failed, so it failed; that a hash was seen does not matter. */
export class FailureTrustedAfterHash extends StepVariant {
  protected override async failsFor({ step, providerWalletId }: StepContext): Promise<FailureReason | null> {
    const id = step.providerTransactionId;
    if (step.status !== 'sent' || id === null || providerWalletId === null) return null;
    const transaction = await this.engine.provider.findTransaction({ id, providerWalletId });
    return transaction !== null && GIVEN_UP.has(transaction.state) ? 'provider_failed' : null;
  }
}

/** The buy is prepared as soon as the approval was sent. */
export class ApprovalNotAwaited extends StepRunner {
  override advance(input: StepInput): Promise<StepResult> {
    const steps = input.execution.steps.filter(({ kind, status }) => kind === 'main' || status !== 'sent');
    return super.advance({ ...input, execution: { ...input.execution, steps } });
  }
}

/** What the pools bring is looked at in preview, and not again. */
export class MultipleOnlyInPreview extends StepRunner {
  override advance(input: StepInput): Promise<StepResult> {
    return super.advance(this.looksAgain(input) ? input : withoutMultiple(input));
  }

  protected looksAgain(_input: StepInput): boolean {
    return false;
  }
}

/** Pools that move while the approval is under way are not seen. */
export class MultipleOnlyBeforeApproval extends MultipleOnlyInPreview {
  protected override looksAgain({ execution }: StepInput): boolean {
    return execution.steps.some(({ kind, status }) => kind === 'approve' && status !== 'done');
  }
}

function withoutMultiple(input: StepInput): StepInput {
  const { execution } = input;
  return { ...input, execution: { ...execution, intent: { ...execution.intent, minMultiple: null } } };
}

/** Makes more of a failed send than it proves. */
abstract class FailureOvertrusted extends StepRunner {
  private readonly memory: FailureMemory;

  constructor(private readonly engine: EngineParts) {
    const memory = new FailureMemory(engine.provider);
    super({ ...engine, provider: memory });
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
    const context = contextOf({ ...input, execution }, { ...step, status: 'unknown' });
    return failStep(this.engine, context, 'provider_rejected');
  }

  protected abstract provesFailure(failure: Parameters<typeof classifyProviderFailure>[0], isFirst: boolean): boolean;
}

/** A refusal of a repeat is taken for a refusal of the request. */
export class RefusedResendIsProof extends FailureOvertrusted {
  protected override provesFailure(failure: Parameters<typeof classifyProviderFailure>[0], isFirst: boolean): boolean {
    return !isFirst && classifyProviderFailure(failure, 'first_send') === 'permanent';
  }
}

/** No answer is taken for a no. */
export class TimeoutIsFailure extends FailureOvertrusted {
  protected override provesFailure(failure: Parameters<typeof classifyProviderFailure>[0]): boolean {
    return failure.kind === 'no_answer';
  }
}
