import { jest } from '@jest/globals';
import type { Notifications } from '@app/persistence';
import type { EventsRepository } from './events.repository.js';
import { LogTail } from './log-tail.js';
import type { WireEvent } from './wire-event.js';

const LOG = 'agent:agent_slow';
const POLL_MS = 200;

describe('LogTail', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('delivers an event at the poll after its commit, however long ago it was written', async () => {
    const event = { seq: 1, hash: '0x1', previous_hash: null, at: '2026-01-01T00:00:00.000Z' } as unknown as WireEvent;
    let isCommitted = false;
    const events = {
      listHeads: () => Promise.resolve(isCommitted ? [{ log: LOG, seq: 1, hash: event.hash }] : []),
      readAfter: () => Promise.resolve([{ log: LOG, events: [event] }]),
    } as unknown as EventsRepository;
    const notifications = { subscribe: () => () => undefined } as unknown as Notifications;
    const errors: unknown[] = [];
    const tail = new LogTail({
      events,
      notifications,
      wakeKeys: [],
      onError: (error) => errors.push(error),
      onDelivery: () => undefined,
    });
    const delivered: number[] = [];
    tail.join(
      { log: LOG, seq: 0, hash: null },
      { deliver: (found) => delivered.push(...found.map(({ seq }) => seq)), end: () => undefined },
    );
    await jest.advanceTimersByTimeAsync(5 * POLL_MS);
    expect(delivered).toEqual([]);
    isCommitted = true;
    await jest.advanceTimersByTimeAsync(POLL_MS);
    expect([delivered, errors]).toEqual([[1], []]);
    tail.close();
  });
});
