import { Injectable } from '@nestjs/common';
import { ChainRpc } from '@app/chain';
import { AppError, withTimeout } from '@app/common';
import { Database, PING_TIMEOUT_MS, pingDatabase } from '@app/persistence';

@Injectable()
export class HealthService {
  private ping: Promise<void> | undefined;
  private draining = false;

  constructor(
    private readonly database: Database,
    private readonly rpc: ChainRpc,
  ) {}

  /** Reports the process as not ready, so that load balancers send no new requests. */
  startDraining(): void {
    this.draining = true;
  }

  /** @throws {AppError} overloaded while draining; agent_execution_config_invalid; database_unavailable */
  async checkReady(): Promise<void> {
    if (this.draining) throw new AppError('overloaded', { retryAfterS: 1 });
    if (this.rpc.servesOtherChain) {
      throw new AppError('agent_execution_config_invalid', { message: 'The chain node serves another chain.' });
    }
    await this.pingDatabase();
  }

  /**
   * Checks the database. Concurrent probes share it, so a database that hangs occupies one connection.
   * @throws {AppError} database_unavailable on failure and after `PING_TIMEOUT_MS`
   */
  private async pingDatabase(): Promise<void> {
    this.ping ??= pingDatabase(this.database).finally(() => (this.ping = undefined));
    try {
      await withTimeout(this.ping, PING_TIMEOUT_MS);
    } catch (error) {
      throw new AppError('database_unavailable', { cause: error, retryAfterS: 1 });
    }
  }
}
