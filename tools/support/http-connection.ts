import { connect, type Socket } from 'node:net';
import type { ApiRequest } from './api-client.js';

export interface HttpAnswer {
  readonly status: number;
  /** Decoded as latin1, one character per byte. */
  readonly body: string;
}

/** The connection ended between a request and its answer. */
export class DroppedError extends Error {
  constructor() {
    super('the connection ended before the answer');
    this.name = 'DroppedError';
  }
}

interface PendingRequest {
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = '\r\n\r\n';

/**
 * A keep-alive connection with one request at a time. Unlike `fetch` it never repeats a request, so dropped ones are
 * visible. It parses only status and length, so that a benchmark measures the server. Answers need a content length.
 */
export class HttpConnection {
  private received = '';
  private pending: PendingRequest | null = null;
  private isOpen = true;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.read(text));
    socket.on('close', () => this.end());
    socket.on('end', () => this.end());
    socket.on('error', () => socket.destroy());
  }

  /** Connects to a port of this machine. @throws Error when the connection is refused */
  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /** Whether the next request may be sent. */
  get isUsable(): boolean {
    return this.isOpen && this.pending === null;
  }

  /** @param text the whole request, from `requestText` @throws {DroppedError} */
  send(text: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (!this.isUsable) return reject(new DroppedError());
      this.pending = { resolve, reject };
      this.socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(text: string): void {
    this.received = this.received === '' ? text : this.received + text;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.received.slice(0, headEnd);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const end = headEnd + HEAD_END.length + length;
    if (this.received.length < end) return;
    const body = this.received.slice(end - length, end);
    this.received = this.received.slice(end);
    if (/^connection: close/im.test(head)) {
      this.isOpen = false;
      this.socket.end();
    }
    const { pending } = this;
    this.pending = null;
    pending?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  private end(): void {
    this.isOpen = false;
    this.socket.destroy();
    const { pending } = this;
    this.pending = null;
    pending?.reject(new DroppedError());
  }
}

/** Formats a request for `HttpConnection.send`, one character per byte. */
export function requestText({ method, path, body, headers = {} }: ApiRequest): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const length = Buffer.byteLength(content);
  const fields = {
    host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'content-length': String(length) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${Buffer.from(content).toString('latin1')}`;
}
