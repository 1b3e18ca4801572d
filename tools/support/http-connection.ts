import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** The connection ended after a request had been sent on it and before its answer had come. */
export class DroppedError extends Error {
  constructor() {
    super('the connection ended before the answer came');
    this.name = 'DroppedError';
  }
}

interface Waiting {
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = '\r\n\r\n';

/**
 * One kept connection, one request at a time. Unlike a client library it repeats nothing by itself, so that what a server
 * drops is seen; and it costs little, so that what is measured is the server.
 */
export class HttpConnection {
  private received = '';
  private waiting: Waiting | null = null;
  private usable = true;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.take(text));
    socket.on('close', () => this.end());
    socket.on('error', () => socket.destroy());
    // A server that ends the connection is not waited for.
    socket.on('end', () => this.end());
  }

  /** @throws Error when nobody listens there */
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

  /** Whether another request may be sent on it. */
  get isUsable(): boolean {
    return this.usable && this.waiting === null;
  }

  /** @param text of the whole request @throws {DroppedError} */
  send(text: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (!this.isUsable) return reject(new DroppedError());
      this.waiting = { resolve, reject };
      this.socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(text: string): void {
    this.received += text;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.received.slice(0, headEnd);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const end = headEnd + HEAD_END.length + length;
    if (this.received.length < end) return;
    const body = this.received.slice(end - length, end);
    this.received = this.received.slice(end);
    if (/^connection: close/im.test(head)) {
      this.usable = false;
      this.socket.end();
    }
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  private end(): void {
    this.usable = false;
    this.socket.destroy();
    const { waiting } = this;
    this.waiting = null;
    waiting?.reject(new DroppedError());
  }
}

/** A request as text. @param body sent as JSON */
export function requestText(method: 'GET' | 'POST', path: string, body?: object): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nprefer: respond-async\r\n`;
  if (body === undefined) return `${head}${method === 'POST' ? 'content-length: 0\r\n' : ''}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
