import type { ApiRequest, SendRequest } from '../../../tools/support/api-client.js';
import { type HttpAnswer, HttpConnection } from '../../../tools/support/http-connection.js';
import { at, parseJson } from '../../../tools/support/json.js';

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
  private readonly connection: HttpConnection;

  constructor(
    port: number,
    private readonly tally: Tally,
  ) {
    this.connection = new HttpConnection(port);
  }

  /** Sends a request for an `ApiClient`. Rejects when no answer arrives. */
  readonly send: SendRequest = async (request) => {
    const { status, body } = await this.answer(request);
    return { status, headers: new Headers(), body: parseJson(body) };
  };

  close(): void {
    this.connection.close();
  }

  private async answer(request: ApiRequest): Promise<HttpAnswer> {
    try {
      const answer = await this.connection.send(request);
      this.count(answer);
      return answer;
    } catch (error) {
      if (at(error, 'code') === 'ECONNREFUSED') this.tally.refused += 1;
      else this.tally.dropped += 1;
      throw error;
    }
  }

  private count({ status }: HttpAnswer): void {
    this.tally.answered += 1;
    if (status < 500) return;
    this.tally.serverErrors.set(status, (this.tally.serverErrors.get(status) ?? 0) + 1);
  }
}
