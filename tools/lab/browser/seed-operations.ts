import { Secret } from '@app/common';
import { withClient } from '../../../dev/devnet/postgres/postgres.js';
import type { Stack } from '../../../test/support/stack/open-stack.js';
import { runOps } from '../../../test/support/run-ops.js';
import type { ApiAgent, ApiClient } from '../../support/api-client.js';

const QUARANTINE_SQL = `UPDATE lanes SET quarantined_at = now(), wake_at = NULL, failures = 5
  WHERE id = (SELECT lane_id FROM executions WHERE agent_id = $1 LIMIT 1)`;

const COMMANDS = [
  ['pause', 'buy_no'],
  ['pause', 'claim_refund'],
  ['resume', 'buy_no'],
] as const;

interface SeedOptions {
  readonly api: ApiClient;
  /** An agent with executions. Its lane is quarantined. */
  readonly agent: ApiAgent;
  /** Fields that name a market. */
  readonly market: object;
}

/** Adds what the page for operators shows only at times: a pause, audit entries, a quarantined lane that is busy. */
export async function seedOperations(stack: Stack, { api, agent, market }: SeedOptions): Promise<void> {
  for (const [command, scope] of COMMANDS) {
    const { code, out } = await runOps(stack, [command, scope, '--actor', 'robin']);
    if (code !== 0) throw new Error(`${command} ${scope}: ${out}`);
  }
  await withClient(new Secret(stack.databaseUrl), (client) => client.query(QUARANTINE_SQL, [agent.agentId]));
  const intentId = await api.createConfirmedIntent(agent, 'buy_yes', { ...market, amount: '2' });
  await api.executeIntent(intentId, { prefer: 'respond-async' });
}
