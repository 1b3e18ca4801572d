import type { ServerResponse } from 'node:http';
import type { WireEvent } from '@app/events';
import { EventStream } from './event-stream.js';

const MAX_UNSENT_BYTES = 1_048_576;
const NO_EVENT_BYTES = frame('').length;

/** A response whose client reads nothing, so that everything that is written stays unsent. */
class UnreadResponse {
  writableLength = 0;
  destroyed = false;
  readonly written: string[] = [];

  write(text: string): boolean {
    this.written.push(text);
    this.writableLength += Buffer.byteLength(text);
    return false;
  }

  destroy(): void {
    this.destroyed = true;
  }
}

function event(seq: number, text: string): WireEvent {
  return { seq, type: 't', data: { text } } as unknown as WireEvent;
}

function frame(text: string): string {
  return `id: 1\nevent: t\ndata: ${JSON.stringify(event(1, text))}\n\n`;
}

describe('EventStream', () => {
  let response: UnreadResponse;
  let dropped: number;
  let detached: number;
  let stream: EventStream;

  beforeEach(() => {
    response = new UnreadResponse();
    dropped = 0;
    detached = 0;
    const followed = { log: 'agent:a', types: null };
    stream = new EventStream(response as unknown as ServerResponse, followed, 0, () => (dropped += 1));
    stream.attach(() => (detached += 1));
    response.writableLength = 0;
  });

  /** Delivers one event that leaves this many bytes unsent. */
  function deliverUpTo(unsentBytes: number): void {
    stream.deliver([event(1, 'x'.repeat(unsentBytes - NO_EVENT_BYTES))]);
    expect(response.writableLength).toBe(unsentBytes);
  }

  it('sends an event as one line for readers that take other characters for line breaks', () => {
    stream.deliver([event(1, 'a\u2028b\u2029c\u0085d')]);
    const [, sent = ''] = response.written;
    expect(sent).toMatch(/^id: 1\nevent: t\ndata: [\x20-\x7e]+\n\n$/);
    expect(JSON.parse(/^data: (.*)$/m.exec(sent)?.[1] ?? '')).toEqual(event(1, 'a\u2028b\u2029c\u0085d'));
  });

  it('keeps a client with 1 MiB of unsent data', () => {
    deliverUpTo(MAX_UNSENT_BYTES);
    expect({ dropped, detached, destroyed: response.destroyed }).toEqual({ dropped: 0, detached: 0, destroyed: false });
  });

  it('drops a client with one more byte, once, and sends it nothing further', () => {
    deliverUpTo(MAX_UNSENT_BYTES + 1);
    expect({ dropped, detached, destroyed: response.destroyed }).toEqual({ dropped: 1, detached: 1, destroyed: true });
    const { length } = response.written;
    stream.deliver([event(2, 'x')]);
    stream.end();
    expect([response.written.length, dropped]).toEqual([length, 1]);
  });
});
