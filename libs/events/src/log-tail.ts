import type { Notifications } from '@app/persistence';
import type { EventsRepository, LogHead } from './events.repository.js';
import type { WireEvent } from './wire-event.js';

/** Notified after the end of an execution. Most events are found by the next poll. */
export const EVENTS_APPENDED = 'events:appended';

const POLL_INTERVAL_MS = 200;
/** Minimum time between two polls, however many notifications arrive. */
const MIN_PAUSE_MS = 20;
const FAILURE_PAUSE_MS = 1_000;
const LOGS_PER_READ = 100;
const EVENTS_PER_READ = 100;
const HEADS_PER_READ = 1_000;

export interface Follower {
  /** Gets events in the order of their seq. May get events again that it had when it joined. */
  deliver(events: readonly WireEvent[]): void;
  /** Called last, when the log no longer holds the delivered events or the one after them. */
  end(): void;
}

/** Reads one log for all of its followers. */
interface Reader {
  /** Seq of the last event that was delivered. */
  position: number;
  /** Hash of that event; null without one. */
  hash: string | null;
  /** Seq of the last event that is known to exist. */
  head: number;
  readonly followers: Set<Follower>;
}

export interface LogTailDependencies {
  events: EventsRepository;
  notifications: Notifications;
  /** Notifications that announce events. */
  wakeKeys: readonly string[];
  onError: (error: unknown) => void;
  /** Called when a poll succeeds after one that failed. */
  onRecovery?: () => void;
  /** Called with the age of each event that is delivered, in ms. */
  onDelivery: (ageMs: number) => void;
}

/**
 * Follows the ends of logs. Each poll reads the heads of all logs that have followers: an event is found whatever delayed its
 * commit. A notification only makes the next poll earlier. Polls while there are followers.
 */
export class LogTail {
  private readonly readers = new Map<string, Reader>();
  /** Logs with events that are not delivered yet. */
  private readonly behind = new Set<string>();
  private readonly unsubscribe: (() => void)[];
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private requested = false;
  private closed = false;
  private failing = false;
  /** Time of the last poll that delivered all events that it found. */
  private succeededAtMs = performance.now();

  constructor(private readonly dependencies: LogTailDependencies) {
    const wake = (): void => this.wake();
    this.unsubscribe = dependencies.wakeKeys.map((key) => dependencies.notifications.subscribe(key, wake));
  }

  /** Time since a poll last delivered all events that it found; 0 while nothing is polled. */
  get pollAgeMs(): number {
    return this.isNeeded ? performance.now() - this.succeededAtMs : 0;
  }

  /** A failed poll is repeated until one succeeds, whether or not its followers have left. */
  private get isNeeded(): boolean {
    return this.readers.size > 0 || this.failing;
  }

  /**
   * Delivers the events after the head from now on, until the returned function is called or the follower ended.
   * @param head that the caller has read
   * @returns null when later or other events have been delivered: the caller reads its events itself and tries again
   */
  join({ log, seq, hash }: LogHead, follower: Follower): (() => void) | null {
    const known = this.readers.get(log);
    if (known !== undefined && (known.position > seq || (known.position === seq && known.hash !== hash))) {
      this.wake();
      return null;
    }
    const reader = known ?? { position: seq, hash, head: seq, followers: new Set() };
    if (this.readers.size === 0) this.beginPolling();
    this.readers.set(log, reader);
    reader.followers.add(follower);
    this.schedule(POLL_INTERVAL_MS);
    return () => {
      reader.followers.delete(follower);
      if (reader.followers.size === 0 && this.readers.get(log) === reader) this.readers.delete(log);
    };
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.unsubscribe.forEach((unsubscribe) => unsubscribe());
  }

  /** The time without followers counts as polled, unless the last poll failed or does not end. */
  private beginPolling(): void {
    if (!this.failing && !this.running) this.succeededAtMs = performance.now();
  }

  /** Makes the next poll earlier, once: further calls do not put it off. */
  private wake(): void {
    if (this.requested || (!this.running && this.timer === undefined)) return;
    this.requested = true;
    if (this.running) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.schedule(MIN_PAUSE_MS);
  }

  private schedule(delayMs: number): void {
    if (this.closed || this.running || this.timer !== undefined || !this.isNeeded) return;
    this.timer = setTimeout(() => void this.run(), delayMs);
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    this.running = true;
    this.requested = false;
    try {
      await this.readHeads();
      while (this.behind.size > 0 && !this.closed) await this.deliverSome();
      if (this.failing) this.dependencies.onRecovery?.();
      this.failing = false;
      this.succeededAtMs = performance.now();
    } catch (error) {
      this.failing = true;
      this.dependencies.onError(error);
    }
    this.running = false;
    this.schedule(this.failing ? FAILURE_PAUSE_MS : this.requested ? MIN_PAUSE_MS : POLL_INTERVAL_MS);
  }

  /** Ends readers whose log does not hold what they have delivered: a failover of the database may lose events. */
  private async readHeads(): Promise<void> {
    const logs = [...this.readers.keys()];
    // One read at least: an outage lasts until a poll succeeds.
    for (let first = 0; first === 0 || first < logs.length; first += HEADS_PER_READ) {
      const chosen = logs.slice(first, first + HEADS_PER_READ);
      const readers = new Map(chosen.map((log) => [log, this.readers.get(log)]));
      const heads = await this.dependencies.events.listHeads(chosen);
      const found = new Map(heads.map((head) => [head.log, head]));
      for (const [log, reader] of readers) {
        const { seq, hash } = found.get(log) ?? { seq: 0, hash: null };
        const isLost =
          reader !== undefined && (seq < reader.position || (seq === reader.position && hash !== reader.hash));
        if (isLost) this.end(log, reader);
      }
      for (const { log, seq } of heads) this.recordHead(log, seq);
    }
  }

  private end(log: string, reader: Reader): void {
    if (this.readers.get(log) === reader) this.readers.delete(log);
    this.behind.delete(log);
    for (const follower of reader.followers) follower.end();
  }

  private recordHead(log: string, seq: number): void {
    const reader = this.readers.get(log);
    if (reader === undefined || seq <= reader.position) return;
    reader.head = Math.max(reader.head, seq);
    this.behind.add(log);
  }

  /** Reads some of the logs that are behind, by one statement. */
  private async deliverSome(): Promise<void> {
    const chosen = [...this.behind].slice(0, LOGS_PER_READ);
    const readers = new Map(chosen.map((log) => [log, this.readers.get(log)]));
    const positions = chosen.map((log) => ({ log, seq: readers.get(log)?.position ?? Number.MAX_SAFE_INTEGER }));
    const found = new Map(
      (await this.dependencies.events.readAfter(positions, EVENTS_PER_READ)).map((one) => [one.log, one]),
    );
    for (const [log, reader] of readers) {
      const events = found.get(log)?.events ?? [];
      const last = events.at(-1);
      // A log whose followers have left, or which others follow by now, is read again when it has new events.
      if (reader === undefined || this.readers.get(log) !== reader || last === undefined) {
        this.behind.delete(log);
        continue;
      }
      if (events[0]?.previous_hash !== reader.hash) {
        this.end(log, reader);
        continue;
      }
      reader.position = last.seq;
      reader.hash = last.hash;
      reader.head = Math.max(reader.head, last.seq);
      if (reader.position >= reader.head) this.behind.delete(log);
      reader.followers.forEach((follower) => follower.deliver(events));
      const nowMs = Date.now();
      for (const { at } of events) this.dependencies.onDelivery(Math.max(0, nowMs - Date.parse(at)));
    }
  }
}
