import type { Step } from './lane-work.js';
import { KEY_REFUSED, nextMove } from './next-move.js';

const ARMED_AT = 1_000_000;
const settings = { resendWithoutLookupMs: 60_000, random: () => 1 };

function step(overrides: Partial<Step>): Step {
  return {
    kind: 'main',
    status: 'armed',
    body: '{}',
    idempotencyKey: 'key',
    seal: 'seal',
    policyVersion: '1',
    contractAddress: '0x',
    callData: '0x',
    deadlineMs: ARMED_AT + 900_000,
    armedAtMs: ARMED_AT,
    armedFence: '1',
    sendAttempts: 1,
    lastSentAtMs: ARMED_AT,
    providerTransactionId: null,
    providerState: null,
    transactionHash: null,
    hashes: [],
    accelerations: 0,
    accelerationKey: null,
    acceleratedAtMs: null,
    blockNumber: null,
    blockHash: null,
    updatedAtMs: ARMED_AT,
    ...overrides,
  };
}

describe('nextMove', () => {
  it('prepares planned, follows sent and confirms mined steps', () => {
    const moves = (['planned', 'sent', 'mined'] as const).map((status) =>
      nextMove(step({ status }), ARMED_AT, settings),
    );
    expect(moves).toEqual([{ do: 'prepare' }, { do: 'follow' }, { do: 'confirm' }]);
  });

  it('resends an armed step at once', () => {
    expect(nextMove(step({}), ARMED_AT, settings)).toEqual({ do: 'resend' });
  });

  it('waits longer before each resend of an unknown step', () => {
    const untilAfter = (sendAttempts: number) =>
      nextMove(step({ status: 'unknown', sendAttempts }), ARMED_AT, settings);
    expect(untilAfter(1)).toEqual({ do: 'wait', untilMs: ARMED_AT + 200 });
    expect(untilAfter(4)).toEqual({ do: 'wait', untilMs: ARMED_AT + 1_600 });
    expect(untilAfter(40)).toEqual({ do: 'wait', untilMs: ARMED_AT + 10_000 });
  });

  it('looks up before a resend after more than a minute', () => {
    const unknown = step({ status: 'unknown' });
    expect(nextMove(unknown, ARMED_AT + 60_000, settings)).toEqual({ do: 'resend' });
    expect(nextMove(unknown, ARMED_AT + 60_001, settings)).toEqual({ do: 'look_up' });
  });

  it('looks up before any resend after key_refused', () => {
    const refused = step({ status: 'unknown', providerState: KEY_REFUSED });
    expect(nextMove(refused, ARMED_AT + 5_000, settings)).toEqual({ do: 'look_up' });
  });

  it('proves instead of sending after the deadline', () => {
    for (const status of ['armed', 'unknown'] as const) {
      expect(nextMove(step({ status }), ARMED_AT + 900_001, settings)).toEqual({ do: 'prove' });
    }
  });

  it.each(['done', 'failed'] as const)('throws for a %s step', (status) => {
    expect(() => nextMove(step({ status }), ARMED_AT, settings)).toThrow(`a ${status} step`);
  });
});
