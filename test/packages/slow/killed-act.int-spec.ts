import { jest } from '@jest/globals';
import { effectsOfKilledAct } from '../killed-act.js';

const RUNS = 1_000;

describe('act', () => {
  // A killed call never clears the time limit of its request.
  beforeAll(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'performance'] }));
  afterAll(() => jest.useRealTimers());

  it(`has one effect in each of ${RUNS} runs that lose messages and are killed at random requests`, async () => {
    for (let seed = 1; seed <= RUNS; seed++) {
      expect({ seed, ...(await effectsOfKilledAct(seed)) }).toEqual({ seed, status: 'executed', effects: [1] });
    }
  });
});
