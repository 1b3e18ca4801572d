import type { SendRequest } from '../../support/api-client.js';
import { DroppedError, type HttpAnswer, HttpConnection, requestText } from '../../support/http-connection.js';
import { parseJson } from '../../support/json.js';

/** Totals over the requests of all clients. */
export interface Tally {
  answered: number;
  /** Requests whose connection ended without an answer. */
  dropped: number;
  /** Requests without a connection. */
  refused: number;
  /** Number of 5xx answers by status. */
  readonly serverErrors: Map<number, number>;
}

export function emptyTally(): Tally {
  return { answered: 0, dropped: 0, refused: 0, serverErrors: new Map() };
}

/** A client with one keep-alive connection. Counts every request, repeats none, and reconnects after `connection: close`. */
export class RollingClient {
  private connection: HttpConnection | null = null;

  constructor(
    private readonly port: number,
    private readonly tally: Tally,
  ) {}

  /** Sends a request for an `ApiClient`. Rejects when no answer arrives. */
  readonly send: SendRequest = async (request) => {
    const { status, body } = await this.sendText(requestText(request));
    return { status, headers: new Headers(), body: parseJson(body) };
  };

  async sendText(text: string): Promise<HttpAnswer> {
    try {
      if (this.connection?.isUsable !== true) this.connection = await HttpConnection.open(this.port);
      const answer = await this.connection.send(text);
      this.count(answer);
      return answer;
    } catch (error) {
      if (error instanceof DroppedError) this.tally.dropped += 1;
      else this.tally.refused += 1;
      throw error;
    }
  }

  close(): void {
    this.connection?.close();
  }

  private count({ status }: HttpAnswer): void {
    this.tally.answered += 1;
    if (status < 500) return;
    this.tally.serverErrors.set(status, (this.tally.serverErrors.get(status) ?? 0) + 1);
  }
}
