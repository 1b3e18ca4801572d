import { AppError } from '@app/common';
import type { Notifications } from '@app/persistence';
import type { EventPage, EventRange, EventsRepository, LogHead } from './events.repository.js';
import type { Follower, LogTail } from './log-tail.js';

/** Never notified: `cancelWaits` calls the listeners of all keys. */
const WAITS_CANCELLED = 'events:waits-cancelled';

interface Wait extends LogHead {
  types: readonly string[] | null;
  timeoutMs: number;
}

export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly tail: LogTail,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Reads a page. Without events it waits up to `waitMs` for the first one.
   * @throws {AppError} invalid_query for a position beyond the head; events_expired
   */
  async read(range: EventRange, waitMs = 0): Promise<EventPage> {
    const deadlineMs = performance.now() + waitMs;
    for (let { after } = range; ;) {
      const page = assertReadable(await this.events.readPage({ ...range, after }), after);
      const timeoutMs = deadlineMs - performance.now();
      if (page.events.length > 0 || timeoutMs <= 0 || this.notifications.waitsCancelled) return page;
      after = page.nextAfter;
      const { log, types } = range;
      if (after >= page.headSeq) await this.waitForEvent({ log, seq: after, hash: page.headHash, types, timeoutMs });
    }
  }

  /** Resolves at an event of the types after the position, after the timeout, and when the process begins to shut down. */
  private async waitForEvent({ types, timeoutMs, ...head }: Wait): Promise<void> {
    await new Promise<void>((resolve) => {
      const deliver: Follower['deliver'] = (events) => {
        if (events.some(({ seq, type }) => seq > head.seq && (types?.includes(type) ?? true))) finish();
      };
      const leave = this.tail.join(head, { deliver, end: () => finish() });
      const unsubscribe = this.notifications.subscribe(WAITS_CANCELLED, () => finish());
      const timer = setTimeout(() => finish(), timeoutMs);
      const finish = (): void => {
        clearTimeout(timer);
        unsubscribe();
        leave?.();
        resolve();
      };
      if (leave === null) finish();
    });
  }
}

function assertReadable(page: EventPage, after: number): EventPage {
  const { headSeq, oldestSeq } = page;
  if (after > headSeq) {
    throw new AppError('invalid_query', { details: [`after is beyond the last event, whose seq is ${headSeq}`] });
  }
  if (after < oldestSeq - 1) throw new AppError('events_expired', { extra: { oldest_seq: oldestSeq } });
  return page;
}
