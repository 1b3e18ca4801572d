import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswer, type WireAnswer } from './wire-answer.js';

/** Time without data after which a raw exchange counts as finished. */
const SILENCE_MS = 300;
const INTERIM_ONLY = /^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n$/;

export interface Exchange {
  readonly bytes: Buffer;
  readonly isHead: boolean;
  readonly limitMs: number;
}

/** A keep-alive connection to one server. Reopens it when the server closes it. */
export class WireConnection {
  private socket: Socket | null = null;
  private received = Buffer.alloc(0);
  private onChange: () => void = () => undefined;

  constructor(private readonly address: { readonly host: string; readonly port: number }) {}

  /**
   * Sends one well-framed request and returns its answer. Repeats the request once when the server has closed an idle
   * connection.
   * @throws Error when the answer is late, cut short, not HTTP, or longer than its content length
   */
  async exchange(exchange: Exchange): Promise<WireAnswer> {
    const kept = this.socket;
    const answer = await this.attempt(exchange, kept ?? (await this.open()));
    if (answer !== null) return answer;
    const again = kept === null ? null : await this.attempt(exchange, await this.open());
    if (again === null) throw new Error('the connection was closed without an answer');
    return again;
  }

  /** @returns null when the connection ended before an answer began */
  private async attempt({ bytes, isHead, limitMs }: Exchange, socket: Socket): Promise<WireAnswer | null> {
    const deadline = Date.now() + limitMs;
    socket.write(bytes);
    for (;;) {
      const answer = this.read(isHead);
      if (answer !== null) return answer;
      if (this.socket === null && this.received.length === 0) return null;
      if (this.socket === null) throw new Error('an answer cut short');
      if (Date.now() >= deadline) {
        this.close();
        throw new Error(`no answer within ${limitMs} ms`);
      }
      await this.change(deadline - Date.now());
    }
  }

  close(): void {
    this.socket?.destroy();
    this.socket = null;
  }

  private read(isHead: boolean): WireAnswer | null {
    try {
      const answer = readAnswer(this.received, isHead);
      if (answer === null) return null;
      if (this.received.length > answer.size) throw new Error('more bytes than the content length');
      this.received = Buffer.alloc(0);
      if (answer.headers.some(([name, value]) => name === 'connection' && value === 'close')) this.close();
      return answer;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private async open(): Promise<Socket> {
    const socket = connect(this.address);
    socket.setNoDelay(true);
    this.received = Buffer.alloc(0);
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.onChange();
    });
    const forget = (): void => {
      socket.destroy();
      if (this.socket === socket) this.socket = null;
      this.onChange();
    };
    await once(socket, 'connect');
    socket.on('error', forget);
    socket.on('end', forget);
    socket.on('close', forget);
    return socket;
  }

  /** Resolves at the next event of the socket or after the time limit. */
  private async change(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onChange = resolve;
      timer = setTimeout(resolve, limitMs);
    });
    clearTimeout(timer);
  }
}

/**
 * Sends arbitrary bytes on a new connection, closes the sending side, and returns every answer.
 * @throws Error when the answer is not HTTP
 */
export async function exchangeRaw(
  address: { readonly host: string; readonly port: number },
  { bytes, limitMs }: Omit<Exchange, 'isHead'>,
): Promise<WireAnswer[]> {
  const socket = connect({ ...address, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let lastMs = Date.now();
  let isOver = false;
  socket.on('data', (chunk) => {
    lastMs = Date.now();
    chunks.push(chunk);
  });
  for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => (isOver = true));
  socket.end(bytes);
  const deadline = Date.now() + limitMs;
  const isFinished = (): boolean => Date.now() - lastMs > SILENCE_MS && readAnswers(Buffer.concat(chunks)).rest === 0;
  while (!isOver && Date.now() < deadline && (chunks.length === 0 || !isFinished())) await delay(5);
  socket.destroy();
  const { answers, rest } = readAnswers(Buffer.concat(chunks));
  if (rest > 0) throw new Error('an answer cut short');
  return answers;
}

/** Parses all complete answers. @returns them and the number of remaining bytes */
function readAnswers(bytes: Buffer): { answers: WireAnswer[]; rest: number } {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (let answer = readAnswer(rest, false); answer !== null; answer = readAnswer(rest, false)) {
    answers.push(answer);
    rest = rest.subarray(answer.size);
  }
  // Only an interim answer: the sending side was closed before the final one.
  return { answers, rest: INTERIM_ONLY.test(rest.toString('latin1')) ? 0 : rest.length };
}
