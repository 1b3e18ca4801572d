import { Injectable } from '@nestjs/common';
import { ChainRpc } from '@app/chain';
import { AppError } from '@app/common';
import { Database, DatabasePing } from '@app/persistence';

@Injectable()
export class HealthService {
  private readonly ping: DatabasePing;
  private draining = false;

  constructor(
    database: Database,
    private readonly rpc: ChainRpc,
  ) {
    this.ping = new DatabasePing(database);
  }

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
    try {
      await this.ping.check();
    } catch (error) {
      throw new AppError('database_unavailable', { cause: error, retryAfterS: 1 });
    }
  }
}
