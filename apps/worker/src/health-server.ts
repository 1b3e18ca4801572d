import type { ChainRpc } from '@app/chain';
import { HealthServer, jsonError, type Logger, type ManagementAddress } from '@app/observability';
import { type Database, DatabasePing } from '@app/persistence';

interface HealthDependencies {
  database: Database;
  rpc: Pick<ChainRpc, 'servesOtherChain'>;
  log: Logger;
}

/** Health of the worker, which is not ready on another chain. */
export function createHealthServer(
  address: ManagementAddress,
  { database, rpc, log }: HealthDependencies,
): HealthServer {
  const refusal = () =>
    rpc.servesOtherChain
      ? jsonError(503, 'agent_execution_config_invalid', 'The chain node serves another chain.')
      : null;
  const ping = new DatabasePing(database);
  return new HealthServer({ address, readyEvent: 'worker.ready', database: ping, refusal }, log);
}
