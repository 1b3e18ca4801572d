import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { Database } from '@app/persistence';

const PING_TIMEOUT_MS = 1_500;

@Injectable()
export class HealthService {
  private ping: Promise<void> | undefined;
  private ending = false;

  constructor(private readonly database: Database) {}

  /** From now on this process is not ready, so that nobody is sent to it who could go elsewhere. */
  beginToEnd(): void {
    this.ending = true;
  }

  /** @throws {AppError} overloaded when the process is about to end; database_unavailable */
  async checkReady(): Promise<void> {
    if (this.ending) throw new AppError('overloaded', { headers: { 'retry-after': '1' } });
    await this.pingDatabase();
  }

  /**
   * Asks the database for a row. Askers share one ping, so that a database that hangs holds one connection, not all.
   * @throws {AppError} database_unavailable, also when the answer takes too long
   */
  private async pingDatabase(): Promise<void> {
    this.ping ??= this.database
      .query('SELECT 1')
      .then(() => undefined)
      .finally(() => (this.ping = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the ping took too long')), PING_TIMEOUT_MS);
    });
    try {
      await Promise.race([this.ping, tooLate]);
    } catch (error) {
      throw new AppError('database_unavailable', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}
