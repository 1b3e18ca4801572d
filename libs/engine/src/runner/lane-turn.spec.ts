import { AWAIT_OTHERS } from '../domain/decide/decision.js';
import type { ExecutionStatus } from '../domain/execution.js';
import type { Execution, LaneWork } from '../domain/lane-work.js';
import type { StepStatus } from '../domain/states.js';
import { LaneTurn } from './lane-turn.js';
import type { StepInput } from './step-context.js';
import { CONTINUE, endTurn, type StepResult } from './step-result.js';
import type { StepRunner } from './step-runner.js';

const LANE = {
  limits: { marketLimit: null, dailyLimit: null, totalLimit: null, policyVersion: '1' },
  ...{ nowMs: 0, providerWalletId: null, breakerOpen: false, hasReservation: false, knownBlock: 0, awaitsFunds: false },
};
const BLOCK = endTurn({ delayMs: 100, waitingFor: 'block' });
const NODE = endTurn({ delayMs: 900, waitingFor: 'provider' });

function execution(
  id: string,
  step: StepStatus,
  status: ExecutionStatus = step === 'planned' ? 'queued' : 'broadcast',
) {
  const steps = [{ kind: 'main', status: step }];
  return { id, status, waitingFor: 'block', intent: { action: 'buy_yes' }, steps } as unknown as Execution;
}

describe('LaneTurn', () => {
  /** Calls in their order. */
  let log: string[];
  /** Results of moves by execution; by default an accepted step waits for a block, and a planned one is sent. */
  let results: Map<string, (input: StepInput) => Promise<StepResult>>;

  beforeEach(() => {
    [log, results] = [[], new Map()];
  });

  const send = async ({ execution: { id }, afterSend }: StepInput): Promise<StepResult> => {
    log.push(`send ${id}`);
    const sent = execution(id, 'sent');
    await afterSend?.(sent);
    log.push(`record ${id}`);
    return { ...BLOCK, execution: sent };
  };

  const advance = async (input: StepInput): Promise<StepResult> => {
    const { id, steps } = input.execution;
    const result = results.get(id);
    if (result !== undefined) return result(input);
    if (steps[0]?.status === 'planned') return send(input);
    log.push(`follow ${id}`);
    return BLOCK;
  };

  async function run(executions: Execution[], { depth = 32, awaitsBlock = false } = {}) {
    const work: LaneWork = { ...LANE, executions };
    const settings = { depth, awaitsBlock, isClosing: () => false };
    const turn = new LaneTurn({ advance } as unknown as StepRunner, { laneId: 'lane', fence: '1' }, work, settings);
    const resting = await turn.run();
    return { turn, resting: resting.map((one) => one.execution.id) };
  }

  it('follows what is accepted, then sends in the order of acceptance, and records the sends after the last one', async () => {
    const { turn, resting } = await run([execution('a', 'sent'), execution('b', 'planned'), execution('c', 'planned')]);
    expect(log).toEqual(['follow a', 'send b', 'send c', 'record b', 'record c']);
    expect({ resting, hasRoom: turn.hasRoom }).toEqual({ resting: ['a', 'b', 'c'], hasRoom: true });
  });

  it('sends up to the depth', async () => {
    const { turn, resting } = await run(
      [execution('a', 'sent'), execution('b', 'planned'), execution('c', 'planned')],
      {
        depth: 2,
      },
    );
    expect(log).toEqual(['follow a', 'send b', 'record b']);
    expect({ resting, hasRoom: turn.hasRoom }).toEqual({ resting: ['a', 'b'], hasRoom: false });
  });

  it.each(['armed', 'unknown', 'planned'] as const)(
    'sends nothing new behind a step that stays %s, and follows those behind it',
    async (status) => {
      results.set('a', () => Promise.resolve(NODE));
      const { turn, resting } = await run([
        execution('a', status, 'unknown'),
        execution('b', 'sent'),
        execution('c', 'planned'),
      ]);
      expect(log).toEqual(['follow b']);
      expect({ resting, hasRoom: turn.hasRoom }).toEqual({ resting: ['a', 'b'], hasRoom: false });
    },
  );

  it('sends nothing new behind an approval that is not mined', async () => {
    const approving = execution('a', 'sent');
    const steps = [{ ...approving.steps[0], kind: 'approve' }, execution('a', 'planned').steps[0]];
    await run([{ ...approving, steps } as Execution, execution('b', 'planned')]);
    expect(log).toEqual(['follow a']);
  });

  it('sends every armed step again, and reads the lane before it sends another', async () => {
    const resend = ({ execution: { id } }: StepInput): Promise<StepResult> => {
      log.push(`resend ${id}`);
      return Promise.resolve(CONTINUE);
    };
    for (const id of ['a', 'b']) results.set(id, resend);
    const { turn } = await run([execution('a', 'armed'), execution('b', 'armed'), execution('c', 'planned')]);
    expect(log).toEqual(['resend a']);
    expect(turn.needsRead).toBe(true);
  });

  it('sends nothing more after an error, which it throws when the sends before are recorded', async () => {
    results.set('b', () => Promise.reject(new Error('lost')));
    const failing = run([execution('a', 'planned'), execution('b', 'planned'), execution('c', 'planned')]);
    await expect(failing).rejects.toThrow('lost');
    expect(log).toEqual(['send a', 'record a']);
  });

  it('tells each execution of those that the turn has sent before', async () => {
    const seen: string[] = [];
    results.set('b', (input) => {
      seen.push(...input.executions.map(({ id, steps }) => `${id} ${steps[0]?.status}`));
      return send(input);
    });
    await run([execution('a', 'planned'), execution('b', 'planned')]);
    expect(seen).toEqual(['a sent', 'b planned']);
  });

  it('looks again at one that waits for others when one of them has ended', async () => {
    const seen: string[] = [];
    results.set('a', async ({ afterSend }) => {
      await afterSend?.(execution('a', 'sent'));
      const ended = execution('a', 'done', 'executed');
      return { again: true, carried: { execution: ended, nowMs: 1, knownBlock: 1, known: undefined } };
    });
    results.set('b', (input) => {
      seen.push(input.executions.map(({ id }) => id).join());
      return seen.length > 1 ? send(input) : Promise.resolve(endTurn(AWAIT_OTHERS));
    });
    await run([execution('a', 'planned'), execution('b', 'planned')]);
    expect({ seen, log }).toEqual({ seen: ['a,b', 'b'], log: ['send b', 'record b'] });
  });

  it('follows nothing that waits for a block before there is one', async () => {
    await run([execution('a', 'sent'), execution('b', 'planned')], { awaitsBlock: true });
    expect(log).toEqual(['send b', 'record b']);
  });
});
