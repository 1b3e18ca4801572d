import type { ServerResponse } from 'node:http';
import { toJsonText } from '@app/common';
import type { EventPage, Follower, WireEvent } from '@app/events';

/** Unsent bytes above which a reader is disconnected. It resumes by seq. */
const MAX_UNSENT_BYTES = 1_048_576;
/** Delay in ms after which the client of an ended stream reconnects. */
const RETRY_MS = 1_000;

export interface FollowedLog {
  log: string;
  /** Types to send; null for all. */
  types: readonly string[] | null;
}

/** Server-sent events of one log to one client, each with its seq as id. */
export class EventStream implements Follower {
  /** Seq of the last event that was examined. */
  position: number;
  private detach: (() => void) | undefined;
  private isEnded = false;

  constructor(
    private readonly response: ServerResponse,
    readonly followed: FollowedLog,
    after: number,
    private readonly onSlow: () => void,
  ) {
    this.position = after;
  }

  get ended(): boolean {
    return this.isEnded || this.response.destroyed;
  }

  /** Sends a page, and waits until the client has read enough of it. */
  async sendPage({ events, nextAfter }: EventPage): Promise<void> {
    this.write(events.map(encodeFrame).join(''));
    this.position = nextAfter;
    if (!this.ended && this.response.writableNeedDrain) await this.drained();
  }

  /** The stream has all events up to the head. @param detach ends the delivery of further ones */
  attach(detach: () => void): void {
    if (this.ended) return detach();
    this.detach = detach;
    this.sendHead();
  }

  deliver(events: readonly WireEvent[]): void {
    const { types } = this.followed;
    const fresh = events.filter(({ seq }) => seq > this.position);
    this.position = fresh.at(-1)?.seq ?? this.position;
    const wanted = types === null ? fresh : fresh.filter(({ type }) => types.includes(type));
    if (wanted.length > 0) this.write(wanted.map(encodeFrame).join(''));
  }

  /** States the last event that was sent. A client that has not read the earlier ones gets no such statement. */
  sendHead(): void {
    if (this.detach === undefined || this.response.writableNeedDrain) return;
    this.write(`event: stream.head\ndata: {"head_seq":${this.position}}\n\n`);
  }

  /** Ends the stream; the client reconnects and resumes. */
  end(): void {
    if (this.ended) return;
    this.close();
    this.response.end(`retry: ${RETRY_MS}\n\n`);
  }

  close(): void {
    this.isEnded = true;
    this.detach?.();
  }

  private write(text: string): void {
    if (this.ended || text === '') return;
    this.response.write(text);
    if (this.response.writableLength <= MAX_UNSENT_BYTES) return;
    this.close();
    this.response.destroy();
    this.onSlow();
  }

  private async drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        this.response.off('drain', finish).off('close', finish);
        resolve();
      };
      this.response.on('drain', finish).on('close', finish);
    });
  }
}

/** Frames of events, made once for all streams that send them. */
const frames = new WeakMap<WireEvent, string>();

function encodeFrame(event: WireEvent): string {
  const known = frames.get(event);
  if (known !== undefined) return known;
  const frame = `id: ${event.seq}\nevent: ${event.type}\ndata: ${toJsonText(event)}\n\n`;
  frames.set(event, frame);
  return frame;
}
