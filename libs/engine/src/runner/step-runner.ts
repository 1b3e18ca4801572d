import { SpanKind } from '@opentelemetry/api';
import { Injectable } from '@nestjs/common';
import { assertNever } from '@app/common';
import { correlate, withSpan } from '@app/observability';
import { carryForward } from '../domain/carry-forward.js';
import { decide } from '../domain/decide/decide.js';
import type { Decision, Move, Observation, ReadyStep } from '../domain/decide/decision.js';
import { joinChanges } from '../domain/join-changes.js';
import type { Change } from '../domain/ports/engine-store.js';
import { accelerateStep, armAcceleration } from './accelerate-step.js';
import { reportViolation } from './check-seal.js';
import { EngineParts } from './engine-parts.js';
import { observe } from './observe.js';
import { reportTransition } from './report-transition.js';
import { armAndSend, resendStep, type TakenSend } from './send-step.js';
import { changeOf, contextOf, movedContext, type StepContext, type StepInput } from './step-context.js';
import { RELEASED, rest, type StepResult } from './step-result.js';
import { goOn, transitionStep, writeChange } from './transition-step.js';

/** Longest time that the runner waits for the provider to show a transaction before it records that the provider took it. */
const MAX_UNRECORDED_MS = 200;

/** Makes the next move of an execution: observes, decides, and carries the decision out. */
@Injectable()
export class StepRunner {
  constructor(private readonly parts: EngineParts) {}

  async advance(input: StepInput): Promise<StepResult> {
    const step = input.execution.steps.find(({ status }) => status !== 'done');
    if (step === undefined) throw new Error('a live execution has no step left');
    const context = contextOf(input, step);
    const { nowMs, providerWalletId, breakerOpen, known } = input;
    const seen = { nowMs, providerWalletId, breakerOpen, jitter: this.parts.random(), ...known };
    // A wait that needs no observation is no work to trace.
    const first = this.decide(context, seen);
    if (first.do === 'wait') return rest(first);
    return traced(context, async () => {
      if (step.status === 'planned') await this.parts.failpoints.reach('lease_held_nothing_armed');
      return this.make(await this.observeAll(context, seen, first), context);
    });
  }

  /** The engine's decision. The simulation plants bugs here. */
  protected decide(context: StepContext, seen: Observation): Decision {
    return decide(context, seen, this.parts.settings);
  }

  /** Observes what the decision asks for, one fact after the other, until it is a move. */
  private async observeAll(context: StepContext, seen: Observation, first: Decision): Promise<Move> {
    let observation = seen;
    let decision = first;
    while (decision.do === 'observe') {
      const { query } = decision;
      if (observation[query.what] !== undefined) throw new Error(`${query.what} is queried twice`);
      observation = { ...observation, ...(await observe(this.parts, context, query)) };
      decision = this.decide(context, observation);
    }
    return decision;
  }

  private async write(
    { transition, rest: wait, known }: Extract<Move, { do: 'write' }>,
    context: StepContext,
    change?: Change,
  ): Promise<StepResult> {
    const written = await transitionStep(this.parts, context, transition, change);
    if (wait !== null) return rest(wait, written.execution);
    return goOn(written, known);
  }

  private async armAndFollow(ready: ReadyStep, context: StepContext): Promise<StepResult> {
    const result = await armAndSend(this.parts, context, ready);
    return result !== RELEASED && 'taken' in result ? this.follow(result) : result;
  }

  /**
   * Records that the provider has taken the step, in the same write as what provider or chain show of it right after. A crash
   * before the write is like one before the provider's answer: the armed body is sent again.
   */
  private async follow({ context, taken }: TakenSend): Promise<StepResult> {
    reportTransition(this.parts, context, taken);
    const { nowMs } = context;
    const change = changeOf(context, taken);
    const sent = movedContext(context, { execution: carryForward(context.execution, change, nowMs), nowMs });
    let move: Move;
    try {
      move = await this.awaitFirstMove(sent);
    } catch (error) {
      await writeChange(this.parts, context, change);
      throw error;
    }
    const joined = move.do === 'write' ? joinChanges(change, changeOf(sent, move.transition)) : null;
    if (move.do === 'write' && joined !== null) return this.write(move, sent, joined);
    const written = await writeChange(this.parts, context, change);
    return move.do === 'wait' ? rest(move, written.execution) : this.make(move, movedContext(context, written));
  }

  /** The next move of a step that was just sent. Short waits for the provider are over by then. */
  private async awaitFirstMove(context: StepContext): Promise<Move> {
    const { providerWalletId, breakerOpen, nowMs } = context;
    let waitedMs = 0;
    for (;;) {
      const seen = { nowMs: nowMs + waitedMs, providerWalletId, breakerOpen, jitter: this.parts.random() };
      const move = await this.observeAll(context, seen, this.decide(context, seen));
      if (move.do !== 'wait' || move.waitingFor !== 'provider') return move;
      waitedMs += move.delayMs;
      if (waitedMs > MAX_UNRECORDED_MS) return move;
      await new Promise<void>((resolve) => void this.parts.timers.after(move.delayMs, resolve));
    }
  }

  private async make(move: Move, context: StepContext): Promise<StepResult> {
    const { parts } = this;
    switch (move.do) {
      case 'wait':
        return rest(move);
      case 'write':
        return this.write(move, context);
      case 'arm':
        return this.armAndFollow(move.ready, context);
      case 'resend':
        return resendStep(parts, context);
      case 'arm_acceleration':
        return armAcceleration(parts, context);
      case 'accelerate':
        return accelerateStep(parts, context, move.request);
      case 'stop_lane':
        reportViolation(parts, context, move.violation);
        if (move.transition !== null) await transitionStep(parts, context, move.transition);
        return rest(move);
      case 'report_stuck':
        parts.log.error({ event: 'execution.stuck', executionId: context.execution.id, step: context.step.kind });
        return rest(move);
      default:
        return assertNever(move);
    }
  }
}

/** Runs `work` with the ids of the execution in its log lines, in a span of the accepting request's trace. */
function traced<T>({ execution, step }: StepContext, work: () => Promise<T>): Promise<T> {
  const { id: executionId, requestId, traceParent, intent } = execution;
  const span = {
    name: `execution.${SPANS[step.status]}`,
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

const SPANS = {
  planned: 'prepare',
  armed: 'resend',
  unknown: 'resend',
  sent: 'follow',
  mined: 'confirm',
  done: 'confirm',
  failed: 'confirm',
} as const;
