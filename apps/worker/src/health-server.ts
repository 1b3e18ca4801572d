import type { ChainRpc } from '@app/chain';
import {
  HealthServer,
  jsonError,
  type Logger,
  type ManagementAddress,
  type ManagementRoutes,
} from '@app/observability';
import { type Database, DatabasePing } from '@app/persistence';
import { DASHBOARD_PATH, type QueueDashboard } from '@app/queue';

/** The dashboard's page names its base, and its scripts set inline styles. */
const DASHBOARD_HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

interface HealthDependencies {
  database: Database;
  rpc: Pick<ChainRpc, 'servesOtherChain'>;
  dashboard: QueueDashboard;
  log: Logger;
}

/** Health of the worker, which is not ready on another chain. `/queues` shows the queues' jobs. */
export function createHealthServer(
  address: ManagementAddress,
  { database, rpc, dashboard, log }: HealthDependencies,
): HealthServer {
  const routes: ManagementRoutes = {
    [`${DASHBOARD_PATH}/*`]: async ({ path, query }) => {
      const answer = await dashboard.answer({ path: path.slice(DASHBOARD_PATH.length) || '/', query });
      return answer && { ...answer, headers: DASHBOARD_HEADERS };
    },
  };
  const refusal = () =>
    rpc.servesOtherChain
      ? jsonError(503, 'agent_execution_config_invalid', 'The chain node serves another chain.')
      : null;
  const ping = new DatabasePing(database);
  return new HealthServer({ address, readyEvent: 'worker.ready', database: ping, refusal, routes }, log);
}
