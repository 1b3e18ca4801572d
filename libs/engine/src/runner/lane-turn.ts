import { type ReusableFacts, wait } from '../domain/decide/decision.js';
import { isFinished } from '../domain/execution.js';
import { type Execution, isAccepted, type LaneWork, presentStep } from '../domain/lane-work.js';
import type { Lease } from '../domain/ports/engine-store.js';
import type { SharedWork, StepInput } from './step-context.js';
import { endTurn, LANE_RELEASED, type StepResult, type WaitingTurn } from './step-result.js';
import type { StepRunner } from './step-runner.js';

export interface Resting {
  execution: Execution;
  wait: WaitingTurn;
}

interface TurnSettings {
  /** Executions of the lane that are under way at a time. */
  depth: number;
  /** Whether the turn is to end after the moves that it has begun. */
  isClosing: () => boolean;
  /** Whether executions that wait for a block have been followed since the newest one. */
  awaitsBlock: boolean;
}

/** Ended by the next block; the delay does not count. */
const NEXT_BLOCK = wait(0, 'block');

type AfterSend = NonNullable<StepInput['afterSend']>;

/**
 * One turn of a lane. Follows all transactions that the custody has accepted at a time, and sends the others one after the
 * other, in the order of acceptance. A new one is armed only behind main steps that are all accepted.
 */
export class LaneTurn {
  /** Whether the lane was released together with its last execution. */
  isReleased = false;
  /** Whether rows have changed whose new state is not known, or executions have ended behind which others may be queued. */
  needsRead = false;
  private executions: readonly Execution[];
  private lane: LaneWork;
  private readonly rests = new Map<string, WaitingTurn>();
  private readonly known = new Map<string, ReusableFacts>();
  private shared: SharedWork = {};
  private hasFailed = false;
  /** Whether a write may have made another move possible. */
  private hasMoved = false;

  constructor(
    private readonly steps: StepRunner,
    private readonly lease: Lease,
    work: LaneWork,
    private readonly settings: TurnSettings,
  ) {
    this.lane = work;
    this.executions = work.executions;
  }

  /** Makes moves until each execution waits for a time, for a block, or for another execution. */
  async run(): Promise<readonly Resting[]> {
    do {
      this.hasMoved = false;
      await this.followAll();
      await this.sendAll();
    } while (this.hasMoved && !this.isOver);
    return this.executions.flatMap((execution) => {
      const wait = this.rests.get(execution.id);
      return wait === undefined ? [] : { execution, wait };
    });
  }

  /** Whether another execution could be sent at once. */
  get hasRoom(): boolean {
    return this.begun < this.settings.depth && this.executions.every(isBehindNone);
  }

  private get begun(): number {
    return this.executions.filter(({ status }) => status !== 'queued').length;
  }

  private get isOver(): boolean {
    return this.hasFailed || this.isReleased || this.needsRead || this.settings.isClosing();
  }

  private async followAll(): Promise<void> {
    this.shared = {};
    const accepted = this.executions.filter((one) => isAccepted(presentStep(one)) && !this.rests.has(one.id));
    const waiting = accepted.filter(({ waitingFor }) => this.settings.awaitsBlock && waitingFor === 'block');
    for (const { id } of waiting) this.rests.set(id, endTurn(NEXT_BLOCK));
    await settle(accepted.filter((one) => !waiting.includes(one)).map((one) => this.serve(one)));
  }

  /** Records the sends together, after the last one. */
  private async sendAll(): Promise<void> {
    this.shared = {};
    const serving: Promise<void>[] = [];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    try {
      let isClear = true;
      for (const execution of this.executions) {
        if (this.isOver) break;
        if (!isAccepted(presentStep(execution)) && this.maySend(execution, isClear)) {
          const sent = new Promise<void>((resolve) => {
            const afterSend: AfterSend = (now) => (this.replace(now), resolve(), ended);
            const served = this.serve(execution, afterSend);
            serving.push(served);
            // Its error is thrown after the others have ended. Nothing more is sent: its row may be another than this turn's.
            served.catch(() => (this.hasFailed = true)).finally(resolve);
          });
          await sent;
        }
        isClear &&= this.executions.filter(({ id }) => id === execution.id).every(isBehindNone);
      }
    } finally {
      end();
      await settle(serving);
    }
  }

  /** A step that is armed already is sent again, whatever is before it. */
  private maySend(execution: Execution, isClear: boolean): boolean {
    if (this.rests.has(execution.id)) return false;
    if (presentStep(execution).status !== 'planned') return true;
    return isClear && (execution.status !== 'queued' || this.begun < this.settings.depth);
  }

  /** Moves the execution until it waits, or has another step to send. */
  private async serve(execution: Execution, afterSend?: AfterSend): Promise<void> {
    let next: Execution | null = execution;
    do {
      const wasPlanned: boolean = presentStep(next).status === 'planned';
      const { lease, lane, executions, shared } = this;
      const known = this.known.get(next.id);
      this.known.delete(next.id);
      const input = { ...lane, lease, executions, execution: next, known, shared, ...(afterSend && { afterSend }) };
      const result: StepResult = await this.steps.advance(input);
      // A send permit is used up or given back, unless the step waits for it.
      if (wasPlanned) this.lane = { ...this.lane, hasReservation: false };
      next = this.take(next, result);
    } while (next !== null && isAccepted(presentStep(next)) && !this.isOver);
  }

  /** @returns the execution if it goes on at once */
  private take({ id }: Execution, result: StepResult): Execution | null {
    if (result === LANE_RELEASED) this.isReleased = true;
    else if (!result.again) {
      this.rests.set(id, result);
      if (result.execution !== undefined) this.replace(result.execution);
    } else if (result.carried === null) this.needsRead = true;
    else return this.carry(result.carried);
    return null;
  }

  private carry({ execution, nowMs, knownBlock, known }: NonNullable<Extract<StepResult, { again: true }>['carried']>) {
    this.hasMoved = true;
    const { lane } = this;
    this.lane = {
      ...lane,
      nowMs: Math.max(lane.nowMs, nowMs),
      knownBlock: Math.max(lane.knownBlock, knownBlock),
    };
    if (known !== undefined) this.known.set(execution.id, known);
    if (!isFinished(execution.status)) return this.replace(execution);
    // Executions that waited for this one go on in this turn.
    for (const [id, { waitingFor }] of this.rests) if (waitingFor === 'lane') this.rests.delete(id);
    this.executions = this.executions.filter(({ id }) => id !== execution.id);
    this.needsRead ||= this.executions.length === 0 || this.lane.executions.length >= this.settings.depth;
    return null;
  }

  private replace(execution: Execution): Execution {
    this.executions = this.executions.map((one) => (one.id === execution.id ? execution : one));
    return execution;
  }
}

/** Whether the next execution may be sent behind this one. */
function isBehindNone(execution: Execution): boolean {
  const step = presentStep(execution);
  return step.kind === 'main' && isAccepted(step);
}

/** Waits for all, then throws the first error. */
async function settle(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
