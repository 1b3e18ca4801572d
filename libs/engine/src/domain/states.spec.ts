import type { ExecutionStatus } from '@app/agents';
import {
  assertExecutionMove,
  assertStepMove,
  EXECUTION_MOVES,
  IllegalMoveError,
  isFinal,
  STEP_MOVES,
  STEP_STATUSES,
} from './states.js';

const EXECUTION_STATUSES = Object.keys(EXECUTION_MOVES) as ExecutionStatus[];

describe('the legal moves', () => {
  it('ends an execution in exactly three ways', () => {
    expect(EXECUTION_STATUSES.filter(isFinal)).toEqual(['executed', 'failed', 'cancelled']);
  });

  it('executes only what was broadcast, and cancels only what is queued', () => {
    const into = (status: string) =>
      EXECUTION_STATUSES.filter((from) => (EXECUTION_MOVES[from] as string[]).includes(status));
    expect(into('executed')).toEqual(['broadcast']);
    expect(into('cancelled')).toEqual(['queued']);
  });

  it('lets every unknown end', () => {
    expect(EXECUTION_MOVES.unknown).toEqual(expect.arrayContaining(['broadcast', 'failed']));
    expect(STEP_MOVES.unknown).toEqual(expect.arrayContaining(['mined', 'failed']));
  });

  it('never arms a step twice', () => {
    expect(STEP_STATUSES.filter((from) => STEP_MOVES[from].includes('armed'))).toEqual(['planned']);
  });

  it('refuses every other move', () => {
    expect(() => assertExecutionMove('executed', 'failed')).toThrow(IllegalMoveError);
    expect(() => assertExecutionMove('broadcast', 'queued')).toThrow(IllegalMoveError);
    expect(() => assertStepMove('done', 'sent')).toThrow(IllegalMoveError);
    expect(() => assertStepMove('sent', 'mined')).not.toThrow();
  });
});
