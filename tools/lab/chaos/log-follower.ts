import { setTimeout as delay } from 'node:timers/promises';
import { at, listAt, parseJson } from '../../support/json.js';

const RETRY_DELAY_MS = 50;
const WAIT_S = 10;
/** Statuses of an API whose database or whose process is down. */
const MIN_SERVER_ERROR = 500;

export interface FollowedLog {
  /** Name of the log, such as `agent:agent_1`. */
  readonly log: string;
  readonly url: string;
}

/** Follows one log as a client does, across every failure of the API, and checks what it gets. */
export abstract class LogFollower {
  /** Contradictions of the contract: gaps, events out of order, changed events, refused positions. */
  readonly faults: string[] = [];
  repeated = 0;
  failures = 0;
  private readonly hashes: string[] = [];
  private readonly ending = new AbortController();
  private readonly ended: Promise<void>;

  constructor(readonly followed: FollowedLog) {
    this.ended = this.follow();
  }

  get position(): number {
    return this.hashes.length;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.ended;
  }

  /** Reads events once, until the server or `signal` ends the response. */
  protected abstract read(signal: AbortSignal): Promise<void>;

  protected async get(query: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const response = await fetch(this.followed.url + query, { headers, signal });
    if (response.status < 400) return response;
    const code = String(at(parseJson(await response.text()), 'error', 'code'));
    if (response.status < MIN_SERVER_ERROR) {
      this.report(`refused after ${this.position}: ${code}`);
      this.ending.abort(); // every repeat would be refused
    }
    throw new Error(code);
  }

  protected take(event: unknown): void {
    const [seq, hash] = [Number(at(event, 'seq')), String(at(event, 'hash'))];
    if (seq <= this.position) {
      this.repeated += 1;
      if (this.hashes[seq - 1] !== hash) this.report(`event ${seq} has changed`);
    } else if (seq > this.position + 1) {
      this.report(`event ${seq} after ${this.position}`);
    } else {
      if (at(event, 'previous_hash') !== (this.hashes.at(-1) ?? null))
        this.report(`event ${seq} has another predecessor`);
      this.hashes.push(hash);
    }
  }

  private report(fault: string): void {
    this.faults.push(`${this.followed.log} by ${this.constructor.name}: ${fault}`);
  }

  private async follow(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        await this.read(signal);
      } catch {
        if (signal.aborted) return;
        this.failures += 1; // the API or its database is down
        await delay(RETRY_DELAY_MS);
      }
    }
  }
}

/** Follows by server-sent events, and resumes with `Last-Event-ID`. */
export class StreamFollower extends LogFollower {
  protected async read(signal: AbortSignal): Promise<void> {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(this.position) };
    const { body } = await this.get('', headers, signal);
    if (body === null) throw new Error('a stream without a body');
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = /^id: .*\nevent: .*\ndata: (.*)$/.exec(frame)?.[1];
        if (data !== undefined) this.take(parseJson(data));
      }
    }
  }
}

/** Follows by requests that wait for an event. */
export class PollFollower extends LogFollower {
  protected async read(signal: AbortSignal): Promise<void> {
    const response = await this.get(`?after=${this.position}&wait=${WAIT_S}`, {}, signal);
    for (const event of listAt(parseJson(await response.text()), 'events')) this.take(event);
  }
}
