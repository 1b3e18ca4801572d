import { setTimeout as delay } from 'node:timers/promises';
import { LIVE_STATUS_LIST } from '@app/engine';
import { DATABASE, withClient } from '../../../dev/devnet/postgres/postgres.js';
import type { ChaosStack } from './chaos-stack.js';
import { type Fault, FIRE_TIMEOUT_MS, POLL_INTERVAL_MS } from './fault.js';

/** Time after a slow transaction in which everything that is due must be served. */
const SERVED_WITHIN_MS = 10_000;
const MAX_DELAY_S = 90;
const DELAYED_FOR_MS = 120_000;

const BUSY_SQL = `SELECT 'agent:' || agent_id AS log, lane_id FROM executions WHERE status IN ${LIVE_STATUS_LIST}`;

/** Transactions that outlast every timeout of the product. */
export const SLOW_COMMITS: readonly Fault[] = [
  longTransaction('95 s', 95),
  longTransaction('10 min', 600),
  { name: `commits delayed by up to ${MAX_DELAY_S} s`, isLong: true, inject: delayCommits },
];

/** Locks the lanes and logs of executions in progress, and half of the others, in the product's lock order. */
function longTransaction(name: string, seconds: number): Fault {
  return {
    name: `transaction of ${name}`,
    isLong: true,
    inject: async (stack) => {
      const until = Date.now() + FIRE_TIMEOUT_MS;
      while ((await stack.postgres.query(BUSY_SQL)).length === 0 && Date.now() < until) await delay(POLL_INTERVAL_MS);
      await withClient(stack.postgres.url(DATABASE), async (client) => {
        await client.query('BEGIN');
        await client.query(`SELECT FROM lanes
          WHERE hashtext(id::text) % 2 = 0 OR id IN (SELECT lane_id FROM (${BUSY_SQL}) AS busy) ORDER BY id FOR NO KEY UPDATE`);
        await client.query(`SELECT FROM event_logs
          WHERE hashtext(log) % 2 = 0 OR log IN (SELECT log FROM (${BUSY_SQL}) AS busy) ORDER BY log FOR UPDATE`);
        await client.query('SELECT pg_sleep($1)', [seconds]);
        await client.query('COMMIT');
      });
      await assertServed(stack);
      return 1;
    },
  };
}

/** Delays a third of the commits that change executions, after they have their place in the event log. */
async function delayCommits(stack: ChaosStack): Promise<number> {
  const { postgres } = stack;
  await postgres.query('CREATE TABLE IF NOT EXISTS chaos_delay AS SELECT 0.3 AS share');
  await postgres.query(`
    CREATE OR REPLACE FUNCTION chaos_delay() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF random() < (SELECT share FROM chaos_delay) THEN PERFORM pg_sleep(random() * ${MAX_DELAY_S}); END IF;
      RETURN NULL;
    END $$`);
  await postgres.query(`
    CREATE CONSTRAINT TRIGGER z_chaos_delay AFTER INSERT OR UPDATE ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chaos_delay()`);
  await delay(DELAYED_FOR_MS);
  await postgres.query('UPDATE chaos_delay SET share = 0');
  await delay(MAX_DELAY_S * 1_000);
  await assertServed(stack);
  return 1;
}

/** @throws Error if a lane, a task or a webhook has been due for long without a process that holds it */
async function assertServed({ postgres }: ChaosStack): Promise<void> {
  await delay(SERVED_WITHIN_MS);
  const due = `< now() - interval '${SERVED_WITHIN_MS} ms' AND (lease_until > now()) IS NOT TRUE`;
  const unserved = await postgres.query(`
    SELECT 'lane ' || id AS what FROM lanes WHERE quarantined_at IS NULL AND wake_at ${due}
    UNION ALL SELECT 'quarantined lane ' || id FROM lanes WHERE quarantined_at IS NOT NULL
    UNION ALL SELECT 'task ' || id FROM worker_tasks WHERE wake_at < now() - interval '${SERVED_WITHIN_MS} ms'
    UNION ALL SELECT 'webhook ' || w.id FROM webhooks AS w JOIN webhook_cursors AS c ON c.webhook_id = w.id
      WHERE w.status = 'active' AND w.failures = 0 AND c.pending_since ${due}`);
  if (unserved.length > 0) throw new Error(`not served after a slow commit: ${JSON.stringify(unserved)}`);
}
