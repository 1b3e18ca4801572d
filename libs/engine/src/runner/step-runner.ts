import { SpanKind } from '@opentelemetry/api';
import { Injectable } from '@nestjs/common';
import { assertNever } from '@app/common';
import { correlate, withSpan } from '@app/observability';
import { type Move, nextMove } from '../domain/next-move.js';
import { findSealViolation, stopLane } from './check-seal.js';
import { confirmStep } from './confirm-step.js';
import { EngineParts } from './engine-parts.js';
import { followStep } from './follow-step.js';
import { lookUpStep } from './look-up-step.js';
import { prepareStep } from './prepare-step.js';
import { proveStep } from './prove-step.js';
import { resendStep } from './send-step.js';
import { contextOf, type StepContext, type StepInput } from './step-context.js';
import { type StepResult, wait } from './step-result.js';

/** Makes the next move of an execution: one status, one handler, one transaction; then the lane is read again. */
@Injectable()
export class StepRunner {
  constructor(private readonly parts: EngineParts) {}

  async advance(input: StepInput): Promise<StepResult> {
    const step = input.execution.steps.find(({ status }) => status !== 'done');
    if (step === undefined) throw new Error('a live execution has no step left');
    const context = contextOf(input, step);
    const { settings, random } = this.parts;
    const violation = findSealViolation(this.parts, context);
    if (violation !== null) return stopLane(this.parts, context, violation);
    const move = nextMove(step, input.nowMs, { resendWithoutLookupMs: settings.resendWithoutLookupMs, random });
    if (move.do === 'wait') return wait(move.untilMs - input.nowMs, 'provider');
    return traced(context, move.do, () => this.make(move, context));
  }

  private make(move: Exclude<Move, { do: 'wait' }>, context: StepContext): Promise<StepResult> {
    switch (move.do) {
      case 'prepare':
        return prepareStep(this.parts, context);
      case 'resend':
        return resendStep(this.parts, context);
      case 'look_up':
        return lookUpStep(this.parts, context);
      case 'prove':
        return proveStep(this.parts, context);
      case 'follow':
        return followStep(this.parts, context);
      case 'confirm':
        return confirmStep(this.parts, context);
      default:
        return assertNever(move);
    }
  }
}

/** Runs `work` with the ids of the execution in its log lines, in a span of the accepting request's trace. */
function traced<T>({ execution, step }: StepContext, move: string, work: () => Promise<T>): Promise<T> {
  const { id: executionId, requestId, traceParent, intent } = execution;
  const span = {
    name: `execution.${move}`,
    kind: SpanKind.CONSUMER,
    traceparent: traceParent,
    attributes: {
      'presage.execution_id': executionId,
      'presage.intent_id': intent.id,
      'presage.action': intent.action,
      'presage.step': step.kind,
    },
  };
  return correlate({ executionId, ...(requestId !== null && { requestId }) }, () => withSpan(span, work));
}
