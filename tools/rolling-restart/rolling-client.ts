import { DroppedError, type HttpAnswer, HttpConnection } from '../support/http-connection.js';

/** What became of the requests of all clients. */
export interface Tally {
  answered: number;
  /** Sent, and the connection ended without an answer. */
  dropped: number;
  /** Not even connected. */
  refused: number;
  /** Answers with a 5xx, by status. */
  readonly serverErrors: Map<number, number>;
}

export function emptyTally(): Tally {
  return { answered: 0, dropped: 0, refused: 0, serverErrors: new Map() };
}

/** A client with one kept connection, which opens another when it was told to and repeats nothing. */
export class RollingClient {
  private connection: HttpConnection | null = null;

  constructor(
    private readonly port: number,
    private readonly tally: Tally,
  ) {}

  /** The answer, or null when none came; either is counted. */
  async send(text: string): Promise<HttpAnswer | null> {
    try {
      const connection = await this.open();
      const answer = await connection.send(text);
      this.tally.answered += 1;
      if (answer.status >= 500) {
        this.tally.serverErrors.set(answer.status, (this.tally.serverErrors.get(answer.status) ?? 0) + 1);
      }
      return answer;
    } catch (error) {
      if (error instanceof DroppedError) this.tally.dropped += 1;
      else this.tally.refused += 1;
      return null;
    }
  }

  close(): void {
    this.connection?.close();
  }

  private async open(): Promise<HttpConnection> {
    if (this.connection?.isUsable !== true) this.connection = await HttpConnection.open(this.port);
    return this.connection;
  }
}
