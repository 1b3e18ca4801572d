import { connect, type Socket } from 'node:net';
import { requestText } from '../../../support/http-connection.js';
import { at, parseJson } from '../../../support/json.js';

const EVENT_LINE = 'data: {"seq":';

/**
 * A client of an event stream. It parses only lines: the server writes whole events, so no chunk begins inside a line. It
 * costs less than `fetch`, because one process opens thousands.
 */
export class StreamClient {
  /** Seq of the last event. */
  position = 0;
  /** Events that did not follow the one before. */
  gaps = 0;
  private rest = '';

  private constructor(
    private readonly socket: Socket,
    private readonly onEvent: (intentId: string) => void,
  ) {}

  /** Resolves at the first `stream.head`. @throws Error when the server refuses the stream or ends it */
  static open(port: number, path: string, onEvent: (intentId: string) => void): Promise<StreamClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      const client = new StreamClient(socket, onEvent);
      socket.setEncoding('latin1');
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`the stream of ${path} ended`)));
      socket.once('connect', () => socket.write(requestText({ method: 'GET', path, headers: STREAM_HEADERS })));
      socket.on('data', (text: string) => {
        if (client.read(text)) resolve(client);
      });
    });
  }

  close(): void {
    this.socket.destroy();
  }

  /** @returns whether the text has a `stream.head` */
  private read(text: string): boolean {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(EVENT_LINE)) this.take(parseJson(line.slice('data: '.length)));
    return lines.some((line) => line.startsWith('event: stream.head'));
  }

  private take(event: unknown): void {
    const seq = Number(at(event, 'seq'));
    if (seq !== this.position + 1) this.gaps += 1;
    this.position = seq;
    this.onEvent(String(at(event, 'data', 'intent_id')));
  }
}

const STREAM_HEADERS = { accept: 'text/event-stream' };
