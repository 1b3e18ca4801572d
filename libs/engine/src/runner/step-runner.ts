import { assertNever } from '@app/common';
import type { Execution } from '../domain/lane-work.js';
import { type Move, nextMove } from '../domain/next-move.js';
import { type TurnWatch, UNWATCHED_TURNS } from '../domain/ports/turn-watch.js';
import type { Lease } from '../domain/ports/engine-store.js';
import { confirmStep } from './confirm-step.js';
import type { EngineParts } from './engine-parts.js';
import { followStep } from './follow-step.js';
import { prepareStep } from './prepare-step.js';
import { proveStep } from './prove-step.js';
import { resendStep } from './send-step.js';
import { lookUpStep } from './look-up-step.js';
import type { StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';

export interface Turn {
  lease: Lease;
  nowMs: number;
  providerWalletId: string | null;
  breakerOpen: boolean;
  execution: Execution;
}

/** Makes the next move of an execution: one state, one handler, one transaction, and the lane is read anew. */
export class StepRunner {
  constructor(
    private readonly parts: EngineParts,
    private readonly watch: TurnWatch = UNWATCHED_TURNS,
  ) {}

  async advance(turn: Turn): Promise<StepResult> {
    const step = turn.execution.steps.find(({ status }) => status !== 'done');
    if (step === undefined) throw new Error('a live execution has no step left');
    const context: StepContext = { ...turn, step };
    const { settings, random } = this.parts;
    const move = nextMove(step, turn.nowMs, { resendWithoutLookupMs: settings.resendWithoutLookupMs, random });
    if (move.do === 'wait') return wait(move.untilMs - turn.nowMs, 'provider');
    const { execution } = turn;
    return this.watch.turn({ execution, step: step.kind, move: move.do }, () => this.make(move, context));
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
