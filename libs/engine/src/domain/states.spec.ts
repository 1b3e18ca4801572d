import { type ExecutionStatus, isFinished } from './execution.js';
import {
  assertExecutionMove,
  assertStepMove,
  EXECUTION_MOVES,
  IllegalMoveError,
  STEP_MOVES,
  STEP_STATUSES,
} from './states.js';

const EXECUTION_STATUSES = Object.keys(EXECUTION_MOVES) as ExecutionStatus[];

describe('legal moves', () => {
  it('leads out of a finished execution only when a reorganisation reopens an executed one', () => {
    const moves = EXECUTION_STATUSES.filter(isFinished).map((from) => [from, EXECUTION_MOVES[from]]);
    expect(moves).toEqual([
      ['executed', ['broadcast']],
      ['failed', []],
      ['cancelled', []],
    ]);
    expect([STEP_MOVES.done, STEP_MOVES.failed]).toEqual([['mined'], []]);
  });

  it('leads to executed only from broadcast, and to cancelled only from queued', () => {
    const into = (status: string) =>
      EXECUTION_STATUSES.filter((from) => (EXECUTION_MOVES[from] as string[]).includes(status));
    expect(into('executed')).toEqual(['broadcast']);
    expect(into('cancelled')).toEqual(['queued']);
  });

  it('leads out of every unknown', () => {
    expect(EXECUTION_MOVES.unknown).toEqual(expect.arrayContaining(['broadcast', 'failed']));
    expect(STEP_MOVES.unknown).toEqual(expect.arrayContaining(['mined', 'failed']));
  });

  it('arms a step only from planned', () => {
    expect(STEP_STATUSES.filter((from) => STEP_MOVES[from].includes('armed'))).toEqual(['planned']);
  });

  it('throws IllegalMoveError for other moves', () => {
    expect(() => assertExecutionMove('executed', 'failed')).toThrow(IllegalMoveError);
    expect(() => assertExecutionMove('broadcast', 'queued')).toThrow(IllegalMoveError);
    expect(() => assertStepMove('done', 'sent')).toThrow(IllegalMoveError);
    expect(() => assertStepMove('sent', 'mined')).not.toThrow();
  });
});
