import type { DevnetSettings } from '@app/config';
import { portProblem } from '../processes/ports.js';

interface PortUse {
  readonly port: number;
  readonly setting: string;
  readonly purpose: string;
}

export function workerPorts({ WORKER_PORT, WORKERS }: DevnetSettings): number[] {
  return Array.from({ length: WORKERS }, (_, index) => WORKER_PORT + index);
}

/** Returns the metrics ports of the API, of each worker and of webhooks. */
export function metricsPorts({ METRICS_PORT, WORKERS }: DevnetSettings): MetricsPorts {
  const workers = Array.from({ length: WORKERS }, (_, index) => METRICS_PORT + 1 + index);
  return { api: METRICS_PORT, workers, webhooks: METRICS_PORT + 1 + WORKERS };
}

interface MetricsPorts {
  readonly api: number;
  readonly workers: readonly number[];
  readonly webhooks: number;
}

/** Checks before the start that every port is free. @throws PortError with each port that is not, and its setting */
export async function checkPorts(settings: DevnetSettings): Promise<void> {
  const uses = portUses(settings);
  const checks = uses.map(async (use) => findConflict(use, uses) ?? describe(use, await portProblem(use.port)));
  const problems = (await Promise.all(checks)).filter((problem) => problem !== null);
  if (problems.length > 0) throw new PortError(problems);
}

export class PortError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'PortError';
  }
}

function portUses(settings: DevnetSettings): PortUse[] {
  const metrics = metricsPorts(settings);
  return [
    { port: settings.API_PORT, setting: 'API_PORT', purpose: 'the API' },
    ...workerPorts(settings).map((port): PortUse => ({ port, setting: 'WORKER_PORT', purpose: 'the worker' })),
    ...[metrics.api, ...metrics.workers, metrics.webhooks].map((port): PortUse => ({
      port,
      setting: 'METRICS_PORT',
      purpose: 'metrics',
    })),
    { port: settings.WEBHOOKS_PORT, setting: 'WEBHOOKS_PORT', purpose: 'webhooks' },
    { port: settings.MCP_PORT, setting: 'MCP_PORT', purpose: 'the MCP server' },
    { port: settings.PROVIDER_PORT, setting: 'PROVIDER_PORT', purpose: 'the wallet provider' },
    { port: settings.CHAIN_PORT, setting: 'CHAIN_PORT', purpose: 'the chain' },
    { port: settings.POSTGRES_PORT, setting: 'POSTGRES_PORT', purpose: 'PostgreSQL' },
    { port: settings.SMTP_PORT, setting: 'SMTP_PORT', purpose: 'e-mail' },
    { port: settings.INBOX_PORT, setting: 'INBOX_PORT', purpose: 'the mailbox page' },
  ];
}

function findConflict(use: PortUse, uses: readonly PortUse[]): string | null {
  const other = uses.slice(0, uses.indexOf(use)).find(({ port }) => port === use.port);
  if (other === undefined) return null;
  return `Port ${use.port} is set for ${other.purpose} and for ${use.purpose}. Change ${other.setting} or ${use.setting}.`;
}

function describe({ port, setting, purpose }: PortUse, problem: 'in use' | 'not allowed' | null): string | null {
  if (problem === null) return null;
  const reason = problem === 'in use' ? 'is already in use' : 'cannot be opened by this user';
  return `Port ${port} (${purpose}) ${reason}. Free it, or choose another port: ${setting}=<port> npm start`;
}
