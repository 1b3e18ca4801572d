import type { Execution } from '../domain/lane-work.js';
import type { StepStatus } from '../domain/states.js';
import { earliestWake } from './lane-wake.js';
import type { Resting } from './lane-turn.js';
import { endTurn } from './step-result.js';

function resting(status: StepStatus, delayMs: number, waitingFor: 'block' | 'lane' | 'provider'): Resting {
  const execution = { intent: { action: 'buy_yes' }, steps: [{ kind: 'main', status }] } as unknown as Execution;
  return { execution, wait: endTurn({ delayMs, waitingFor }) };
}

const sent = resting('sent', 40, 'block');
const old = resting('sent', 5_000, 'block');
const planned = resting('planned', 700, 'block');
const behind = resting('planned', 5_000, 'lane');

describe('earliestWake', () => {
  it.each([
    ['a sent step', [sent], { delayMs: 5_000, followsBlocks: true }],
    ['an old one, which is polled', [old], { delayMs: 5_000, followsBlocks: false }],
    ['a planned step', [planned], { delayMs: 700, followsBlocks: false, jobFor: 'buy_yes' }],
    ['a planned step that waits for others', [sent, behind], { delayMs: 5_000, followsBlocks: true }],
    ['both', [sent, planned], { delayMs: 700, followsBlocks: true, jobFor: 'buy_yes' }],
  ])('is that of %s', (_what, executions, expected) => {
    expect(earliestWake(executions, false)).toEqual(expected);
  });

  it('is not before the provider accepts the credentials again', () => {
    expect(earliestWake([resting('armed', 200, 'provider')], true)).toMatchObject({ delayMs: 5_000 });
  });
});
