import { jest } from '@jest/globals';
import { WEBHOOKS_PENDING } from '@app/events';
import { Dispatcher, type DispatcherDependencies } from './dispatcher.js';

describe('Dispatcher', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('polls every five seconds while nothing is pending, and at once when it is notified', async () => {
    const listeners = new Map<string, () => void>();
    let [polls, claims, isIdle] = [0, 0, true];
    const none = (): Promise<never[]> => Promise.resolve([]).finally(() => (claims += 1));
    const dispatcher = new Dispatcher({
      deliveries: {
        isIdle: () => Promise.resolve(isIdle).finally(() => (polls += 1)),
        claim: none,
        claimTests: none,
      },
      notifications: {
        subscribe: (key: string, listener: () => void) => (listeners.set(key, listener), () => undefined),
      },
      log: {},
      timeoutMs: 1_000,
    } as unknown as DispatcherDependencies);
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(5_000);
    expect([polls, claims]).toEqual([1, 0]);
    isIdle = false;
    listeners.get(WEBHOOKS_PENDING)?.();
    await jest.advanceTimersByTimeAsync(0);
    expect([polls, claims]).toEqual([2, 3]);
    listeners.get(WEBHOOKS_PENDING)?.();
    await jest.advanceTimersByTimeAsync(199);
    expect(polls).toBe(2); // other polls are soon
    await jest.advanceTimersByTimeAsync(1);
    expect(polls).toBe(3);
    await dispatcher.beforeApplicationShutdown();
  });
});
