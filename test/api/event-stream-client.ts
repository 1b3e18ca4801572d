import http from 'node:http';

export interface Frame {
  /** Undefined for `stream.head` and for the last frame of a stream. */
  id?: string;
  event?: string;
  data?: string;
  retry?: string;
}

/** Reads server-sent events, as slowly as a test wants. */
export class EventStreamClient {
  readonly frames: Frame[] = [];
  ended = false;
  private text = '';
  private listeners: (() => void)[] = [];

  private constructor(
    private readonly request: http.ClientRequest,
    readonly response: http.IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.take(chunk));
    for (const name of ['end', 'close', 'error']) {
      response.on(name, () => {
        this.ended = true;
        this.notify();
      });
    }
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventStreamClient> {
    const request = http.get(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    request.on('error', () => undefined);
    return new EventStreamClient(request, response);
  }

  /** Frames of events, without `stream.head`. */
  get events(): Frame[] {
    return this.frames.filter(({ id }) => id !== undefined);
  }

  get heads(): Frame[] {
    return this.frames.filter(({ event }) => event === 'stream.head');
  }

  /** Resolves when the condition holds. @throws Error when the stream ends before */
  async until(condition: (client: this) => boolean): Promise<void> {
    while (!condition(this)) {
      if (this.ended) throw new Error(`the stream ended after ${JSON.stringify(this.frames.at(-1))}`);
      await new Promise<void>((resolve) => this.listeners.push(resolve));
    }
  }

  async untilEnd(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => this.listeners.push(resolve));
  }

  close(): void {
    this.request.destroy();
  }

  private take(chunk: string): void {
    const blocks = (this.text + chunk).split('\n\n');
    this.text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
      this.frames.push(Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])));
    }
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners.splice(0)) listener();
  }
}
