import { SpanKind } from '@opentelemetry/api';
import { Injectable } from '@nestjs/common';
import { assertNever } from '@app/common';
import { correlate, withSpan } from '@app/observability';
import { applyLocally } from '../domain/apply-locally.js';
import { decide } from '../domain/decide/decide.js';
import type { Decision, KnownFacts, Move } from '../domain/decide/decision.js';
import { presentStep } from '../domain/lane-work.js';
import { joinChanges } from '../domain/join-changes.js';
import type { Change } from '../domain/ports/engine-store.js';
import type { Transition } from '../domain/transition.js';
import { accelerateStep, armAcceleration, reportStuck } from './accelerate-step.js';
import { reportViolation } from './check-seal.js';
import { EngineDependencies } from './engine-dependencies.js';
import { observe } from './observe.js';
import { reportTransition } from './report-transition.js';
import { armAndSend, resendStep } from './send-step.js';
import { laterStep, type StepContext, type StepInput, toChange, toStepContext } from './step-context.js';
import { type StepResult, endTurn } from './step-result.js';
import { continueTurn, transitionStep, writeChange } from './transition-step.js';

/** Time after an accepted send in which the provider is polled before the send is recorded. */
const MAX_UNRECORDED_MS = 1_000;

/** Makes the next move of an execution: observes, decides, and carries the decision out. */
@Injectable()
export class StepRunner {
  constructor(private readonly dependencies: EngineDependencies) {}

  async advance(input: StepInput): Promise<StepResult> {
    const step = presentStep(input.execution);
    const context = toStepContext(input, step);
    const { nowMs, providerWalletId, breakerOpen, hasReservation, known } = input;
    const jitter = this.dependencies.random();
    const seen = { nowMs, providerWalletId, breakerOpen, hasReservation, jitter, ...known };
    // A wait that needs no observation is no work to trace.
    const first = this.decide(context, seen);
    if (first.kind === 'wait') return endTurn(first);
    return traced(context, async () => {
      if (step.status === 'planned') await this.dependencies.failpoints.reach('lease_held_nothing_armed');
      return this.perform(await this.observeAll(context, seen, first), context);
    });
  }

  /** The engine's decision. Mutants of the simulation override it. */
  protected decide(context: StepContext, seen: KnownFacts): Decision {
    return decide(context, seen, this.dependencies.settings);
  }

  /** Observes what the decision asks for, one fact after the other, until it is a move. */
  private async observeAll(context: StepContext, seen: KnownFacts, first: Decision): Promise<Move> {
    let observation = seen;
    let decision = first;
    while (decision.kind === 'observe') {
      const { query } = decision;
      if (observation[query.what] !== undefined) throw new Error(`${query.what} is queried twice`);
      observation = { ...observation, ...(await observe(this.dependencies, context, query)) };
      decision = this.decide(context, observation);
    }
    return decision;
  }

  private async write(
    { transition, waitFor: wait, known }: Extract<Move, { kind: 'write' }>,
    context: StepContext,
    change?: Change,
  ): Promise<StepResult> {
    const written = await transitionStep(this.dependencies, context, transition, change);
    if (wait !== null) return endTurn(wait, written.execution);
    return continueTurn(written, known);
  }

  /**
   * Records a send that the provider has accepted, in one write with what provider or chain show of the transaction soon
   * after. A crash before the write is like one before the provider's answer: the armed body is sent again.
   */
  private async recordSend(armed: StepContext, transition: Transition): Promise<StepResult> {
    const { dependencies } = this;
    reportTransition(dependencies, armed, transition);
    const accepted = toChange(armed, transition);
    const sentExecution = applyLocally(armed.execution, accepted, armed.nowMs);
    const sent = { ...armed, execution: sentExecution, step: laterStep(armed, sentExecution) };
    await armed.afterSend?.(sentExecution);
    let move: Move;
    try {
      move = await this.pollUntilShown(sent);
    } catch (error) {
      await writeChange(dependencies, armed, accepted);
      throw error;
    }
    if (move.kind === 'write') {
      const joined = joinChanges(accepted, toChange(sent, move.transition));
      if (joined !== null) return this.write(move, sent, joined);
    }
    const { execution, nowMs } = await writeChange(dependencies, armed, accepted);
    if (move.kind === 'wait') return endTurn(move, execution);
    return this.perform(move, toStepContext({ ...armed, execution, nowMs }, laterStep(armed, execution)));
  }

  /** Polls the provider for up to `MAX_UNRECORDED_MS`, then returns the next move, which may still be to wait for it. */
  private async pollUntilShown(sent: StepContext): Promise<Move> {
    const { timers, random } = this.dependencies;
    const { providerWalletId, breakerOpen } = sent;
    const startMs = timers.now();
    for (;;) {
      // Measured time may delay a poll, and decides no outcome: that is the chain's.
      const nowMs = sent.nowMs + timers.now() - startMs;
      const seen = { nowMs, providerWalletId, breakerOpen, jitter: random() };
      const move = await this.observeAll(sent, seen, this.decide(sent, seen));
      if (move.kind !== 'wait' || move.waitingFor !== 'provider') return move;
      if (timers.now() - startMs + move.delayMs > MAX_UNRECORDED_MS) return move;
      await new Promise<void>((resolve) => void timers.after(move.delayMs, resolve));
    }
  }

  private async perform(move: Move, context: StepContext): Promise<StepResult> {
    const { dependencies } = this;
    switch (move.kind) {
      case 'wait':
        return endTurn(move);
      case 'write':
        return this.write(move, context);
      case 'arm':
        return armAndSend(dependencies, context, { ready: move.ready, record: (...send) => this.recordSend(...send) });
      case 'resend':
        return resendStep(dependencies, context);
      case 'arm_acceleration':
        return armAcceleration(dependencies, context);
      case 'accelerate':
        return accelerateStep(dependencies, context, move.request);
      case 'stop_lane':
        reportViolation(dependencies, context, move.violation);
        if (move.transition !== null) await transitionStep(dependencies, context, move.transition);
        return endTurn(move);
      case 'report_stuck':
        reportStuck(dependencies, context);
        return endTurn(move);
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
