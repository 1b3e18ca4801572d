import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswer, type WireAnswer } from './wire-answer.js';

/** How long a connection of its own may stay silent before it is taken to have said everything. */
const SILENCE_MS = 300;
const INTERIM_ONLY = /^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n$/;

export interface Exchange {
  readonly bytes: Buffer;
  readonly isHead: boolean;
  readonly limitMs: number;
}

/** One connection at a time to one server, kept open for as long as the server keeps it. */
export class WireConnection {
  #socket: Socket | null = null;
  #received = Buffer.alloc(0);
  #onChange: () => void = () => undefined;

  constructor(private readonly address: { readonly host: string; readonly port: number }) {}

  /**
   * Sends one well-framed request and gives its one answer. A connection that the server had kept open and closes before
   * it has read anything is its good right: the request is sent once more.
   * @throws Error that says what came instead: nothing in time, a cut connection, no HTTP, or more than was asked for
   */
  async exchange(exchange: Exchange): Promise<WireAnswer> {
    const kept = this.#socket;
    const answer = await this.#attempt(exchange, kept ?? (await this.#open()));
    if (answer !== null) return answer;
    const again = kept === null ? null : await this.#attempt(exchange, await this.#open());
    if (again === null) throw new Error('the connection was closed without an answer');
    return again;
  }

  /** Null when the connection was closed before an answer began. */
  async #attempt({ bytes, isHead, limitMs }: Exchange, socket: Socket): Promise<WireAnswer | null> {
    const deadline = Date.now() + limitMs;
    socket.write(bytes);
    for (;;) {
      const answer = this.#read(isHead);
      if (answer !== null) return answer;
      if (this.#socket === null && this.#received.length === 0) return null;
      if (this.#socket === null) throw new Error('an answer that was cut short');
      if (Date.now() >= deadline) {
        this.close();
        throw new Error(`no answer within ${limitMs} ms`);
      }
      await this.#change(deadline - Date.now());
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #read(isHead: boolean): WireAnswer | null {
    try {
      const answer = readAnswer(this.#received, isHead);
      if (answer === null) return null;
      if (this.#received.length > answer.size) throw new Error('more bytes than one answer has');
      this.#received = Buffer.alloc(0);
      if (answer.headers.some(([name, value]) => name === 'connection' && value === 'close')) this.close();
      return answer;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.address);
    socket.setNoDelay(true);
    this.#received = Buffer.alloc(0);
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#onChange();
    });
    const forget = (): void => {
      socket.destroy();
      if (this.#socket === socket) this.#socket = null;
      this.#onChange();
    };
    await once(socket, 'connect');
    socket.on('error', forget);
    socket.on('end', forget);
    socket.on('close', forget);
    return socket;
  }

  /** Resolves when anything has happened on the socket, or when the time is over. */
  async #change(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onChange = resolve;
      timer = setTimeout(resolve, limitMs);
    });
    clearTimeout(timer);
  }
}

/**
 * Sends what may be no HTTP on a connection of its own, closes the sending side, and gives every answer that came.
 * @throws Error when something came that is no HTTP
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
  const hasSaidAll = (): boolean => Date.now() - lastMs > SILENCE_MS && readAnswers(Buffer.concat(chunks)).rest === 0;
  while (!isOver && Date.now() < deadline && (chunks.length === 0 || !hasSaidAll())) await delay(5);
  socket.destroy();
  const { answers, rest } = readAnswers(Buffer.concat(chunks));
  if (rest > 0) throw new Error('an answer that was cut short');
  return answers;
}

/** The whole answers at the beginning of the bytes, and how many bytes are left. */
function readAnswers(bytes: Buffer): { answers: WireAnswer[]; rest: number } {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (let answer = readAnswer(rest, false); answer !== null; answer = readAnswer(rest, false)) {
    answers.push(answer);
    rest = rest.subarray(answer.size);
  }
  // Promised and not kept: the sender's end came before the answer was made, as after a silence.
  return { answers, rest: INTERIM_ONLY.test(rest.toString('latin1')) ? 0 : rest.length };
}
