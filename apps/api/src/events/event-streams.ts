import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { type EventPage, type EventRange, EventsRepository, EventsService, LogTail } from '@app/events';
import { errorFields, Logger, Metrics } from '@app/observability';
import { EVENT_STREAM_TYPE } from '../http/event-stream-type.js';
import { InFlightRequests } from '../http/in-flight-requests.js';
import { API_SETTINGS } from '../settings.module.js';
import { EventStream } from './event-stream.js';

/** Interval in seconds of `stream.head`, and of the check that the key is still valid. */
const HEAD_INTERVAL_S = 15;
/** Share of the process's connections that streams may hold. The rest is for requests. */
const MAX_CONNECTION_SHARE = 0.8;
const PAGE_SIZE = 200;

type IsPermitted = () => Promise<boolean>;

/** Open event streams of the process. They are no requests in flight: no deadline ends them, but shutdown does. */
@Injectable()
export class EventStreams implements OnApplicationShutdown {
  /** Streams by the second in which they get `stream.head`, so that not all are written at once. */
  private readonly slots = Array.from({ length: HEAD_INTERVAL_S }, () => new Map<EventStream, IsPermitted>());
  private readonly ticker: NodeJS.Timeout;
  private readonly maxStreams: number;
  private openCount = 0;
  private opened = 0;
  private ticks = 0;
  private closing = false;

  constructor(
    private readonly events: EventsService,
    private readonly repository: EventsRepository,
    private readonly tail: LogTail,
    private readonly inFlight: InFlightRequests,
    private readonly log: Logger,
    private readonly metrics: Metrics,
    @Inject(API_SETTINGS) { API_CONNECTIONS_MAX }: ApiSettings,
  ) {
    this.maxStreams = Math.floor(API_CONNECTIONS_MAX * MAX_CONNECTION_SHARE);
    this.ticker = setInterval(() => void this.tick(), 1_000).unref();
    metrics.onScrape(() => {
      metrics.set('presage_event_streams', {}, this.openCount);
      metrics.set('presage_event_streams_max', {}, this.maxStreams);
    });
  }

  /**
   * Answers with the events after a position, and then with every further one, until client or server ends the stream.
   * @throws {AppError} invalid_query, events_expired; overloaded when the process has as many streams as it may have
   */
  async open(reply: FastifyReply, range: Omit<EventRange, 'limit'>, isPermitted: IsPermitted): Promise<void> {
    if (this.openCount >= this.maxStreams) {
      this.metrics.count('presage_event_streams_ended_total', { reason: 'full' });
      throw new AppError('overloaded', { retryAfterS: 5 });
    }
    this.openCount += 1;
    this.opened += 1;
    const slot = this.slots[this.opened % HEAD_INTERVAL_S];
    const stream = new EventStream(reply.raw, range, range.after, () => this.countEnd('slow'));
    // The server keeps sockets open that clients have closed on their side, to answer malformed requests on them.
    const { socket } = reply.raw;
    const leave = (): void => void reply.raw.destroy();
    socket?.once('end', leave);
    reply.raw.once('close', () => {
      socket?.off('end', leave);
      this.openCount -= 1;
      slot?.delete(stream);
      stream.close();
    });
    const page = await this.events.read({ ...range, limit: PAGE_SIZE });
    beginStream(reply);
    this.inFlight.end(reply);
    if (this.closing || stream.ended) return stream.end();
    slot?.set(stream, isPermitted);
    this.follow(stream, page).catch((error: unknown) => {
      this.log.warn({ event: 'events.stream_failed', ...errorFields(error) });
      stream.end();
    });
  }

  /** Ends all streams. Later ones end at once, so that their clients reconnect elsewhere. */
  endAll(): void {
    this.closing = true;
    for (const stream of this.slots.flatMap((slot) => [...slot.keys()])) stream.end();
  }

  onApplicationShutdown(): void {
    clearInterval(this.ticker);
    this.tail.close();
  }

  /** Sends the events up to the head, at the pace of the client, and joins the others that follow the log. */
  private async follow(stream: EventStream, first: EventPage): Promise<void> {
    const { log, types } = stream.followed;
    for (let page = first; !stream.ended;) {
      await stream.sendPage(page);
      const { nextAfter: seq, headSeq, headHash: hash } = page;
      const detach = seq < headSeq ? null : this.tail.join({ log, seq, hash }, stream);
      if (detach !== null) {
        return stream.attach(detach);
      }
      page = await this.repository.readPage({ log, types, after: stream.position, limit: PAGE_SIZE });
      // Deleted or lost meanwhile: the client learns it when it resumes.
      if (page.oldestSeq > stream.position + 1 || page.headSeq < stream.position) return stream.end();
    }
  }

  private async tick(): Promise<void> {
    this.ticks += 1;
    const slot = this.slots[this.ticks % HEAD_INTERVAL_S] ?? new Map<EventStream, IsPermitted>();
    await Promise.all([...slot].map(([stream, isPermitted]) => this.check(stream, isPermitted)));
  }

  private async check(stream: EventStream, isPermitted: IsPermitted): Promise<void> {
    if (await isPermitted()) return stream.sendHead();
    this.countEnd('forbidden');
    stream.end();
  }

  private countEnd(reason: 'slow' | 'forbidden'): void {
    this.metrics.count('presage_event_streams_ended_total', { reason });
  }
}

/** Takes the response over from Fastify, with the headers that its hooks have set. */
function beginStream(reply: FastifyReply): void {
  // nginx passes events on at once with the second header.
  reply.type(EVENT_STREAM_TYPE).header('x-accel-buffering', 'no').hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.flushHeaders();
}
