import { checkCluster, declareRestore, reconcileExecutions, type Reconciliation } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { time } from '../cli/options.js';
import { pick, table } from '../cli/table.js';

const MAX_LISTED = 1_000;

export const restored = defineCommand({
  name: 'restored',
  changes: true,
  define: (command, run) =>
    command
      .summary('Reconcile a restored database with the chain')
      .description(
        'Reconciles a restored database with the chain, and names what it cannot bring back.\n\n' +
          'Restores lost executions, and records effects whose intents are lost. It is refused until the lifetime of ' +
          'a transaction that is lost has passed on chain, and names that time. Afterwards all actions are paused: ' +
          'review the list, then run `resume global`.',
      )
      .option('--since <time>', 'time of the copy, if the workers have not noticed the restore', time)
      .action(({ since }) => run((context) => reconcile(context, since))),
});

async function reconcile({ database, settings }: OpsContext, since: Date | undefined): Promise<OpsResult> {
  await checkCluster(database);
  const isDeclared = since !== undefined && (await declareRestore(database, since));
  const done = await reconcileExecutions(database, settings.EXECUTION_DEADLINE_S * 1000, true);
  if (done === null) {
    throw new RefusedError(
      'the workers have noticed no restore. If you have restored a copy, add its time, such as --since 2027-01-31T03:00:00Z',
    );
  }
  if (done.waitsUntil !== null) {
    throw new RefusedError(
      `${isDeclared ? 'lanes are stopped. ' : ''}The chain index has not passed ${done.waitsUntil.toISOString()}: lost ` +
        'transactions may still take effect. Run this command again then',
    );
  }
  if (done.isHeld) throw new RefusedError('the database was restored again meanwhile. Run this command again');
  return report(database, done);
}

async function report(
  sql: SqlSession,
  { lostFrom, lostUntil, restored: executions }: Reconciliation,
): Promise<OpsResult> {
  const agents = await sql.query<{ agent_id: string; effects: number; staked: string }>(AGENTS_SQL, [
    lostFrom,
    MAX_LISTED,
  ]);
  const { lost } = await sql.queryOneOrFail<{ lost: number }>(LOST_SQL, [lostFrom]);
  const unknown = await sql.query<{ address: string }>(UNKNOWN_WALLETS_SQL, [lostFrom, MAX_LISTED]);
  const copy = await sql.queryOneOrFail<Record<string, number>>(COPY_SQL);
  const period = `between ${lostFrom.toISOString()} and ${lostUntil?.toISOString() ?? 'the restore'}`;
  return {
    lines: [
      `records ${period} are lost; all actions are paused`,
      '',
      `${executions} executions were restored now; a worker completes them after the pause`,
      `${lost} effects of lost intents were recorded. Budgets count them, and a repeat with the same client_request_id finds them`,
      ...(agents.length === 0
        ? []
        : table(['AGENT', 'EFFECTS', 'STAKED'], agents.map(pick('agent_id', 'effects', 'staked')))),
      ...unknown.map(
        ({ address }) => `${address} acted, and no wallet has this address: it was created in that period`,
      ),
      '',
      `Compare with your notes, tickets and the API's logs ${period}:`,
      ...table(['LOST CHANGES OF', 'THE COPY HAS', 'COMMAND'], toReview(copy)),
      '',
      'Then run npm run verify, and npm run ops -- resume global',
    ],
    data: { lost_from: lostFrom, lost_until: lostUntil, restored: executions, lost, agents, unknown, copy },
  };
}

/** Changes that cannot be restored: only the database records them. */
function toReview(copy: Readonly<Record<string, number>>): string[][] {
  return [
    ['API keys: revoked ones are valid again', `${copy['keys']} valid`, 'keys list, keys revoke'],
    ['freezes and disabled wallets: they are active again', `${copy['stopped']} frozen or disabled`, 'wallets show'],
    ['pauses of agents', `${copy['paused']} paused`, 'pauses, pause <agent>'],
    ['limits and actions of wallets', `${copy['limited']} with limits`, 'wallets show'],
    ['limits of accounts', `${copy['accounts']} with limits`, 'accounts limits'],
    ['owners, onboardings, approvals', `${copy['owned']} with a mailbox`, 'wallets show, wallets rebind'],
    ['webhooks: their owners create them again', `${copy['webhooks']} webhooks`, 'webhooks list'],
    ['archives: keep the files of later months', `${copy['archives']} months`, 'archive list, archive create'],
    ['market records without a contract, audit log, events', '', 'audit'],
  ];
}

/** Workers may have recorded them before this command. */
const LOST_SQL = 'SELECT count(*)::int AS lost FROM lost_effects WHERE recorded_at >= $1';

const AGENTS_SQL = `
  SELECT w.agent_id, count(*)::int AS effects, coalesce(trim_scale(sum(l.amount)), 0)::text AS staked
  FROM lost_effects AS l JOIN agent_wallets AS w ON w.id = l.lane_id WHERE l.recorded_at >= $1
  GROUP BY w.agent_id ORDER BY w.agent_id LIMIT $2`;

const UNKNOWN_WALLETS_SQL = `
  SELECT DISTINCT account AS address FROM chain_events AS event
  WHERE ref IS NOT NULL AND block_time >= $1
    AND NOT EXISTS (SELECT FROM agent_wallets AS w WHERE w.agent_wallet_address = event.account) ORDER BY account LIMIT $2`;

const COPY_SQL = `
  SELECT (SELECT count(*)::int FROM api_keys WHERE revoked_at IS NULL AND expires_at > now()) AS keys,
    (SELECT count(*)::int FROM agent_wallets WHERE frozen_at IS NOT NULL OR status = 'disabled') AS stopped,
    (SELECT count(*)::int FROM agent_wallets WHERE paused) AS paused,
    (SELECT count(*)::int FROM agent_wallets WHERE
       num_nonnulls(max_trade_amount, daily_limit, market_limit, open_exposure_limit, approval_above, total_limit,
         valid_until) > 0) AS limited,
    (SELECT count(*)::int FROM account_limits) AS accounts,
    (SELECT count(*)::int FROM agent_wallets WHERE email_verified_at IS NOT NULL) AS owned,
    (SELECT count(*)::int FROM webhooks) AS webhooks,
    (SELECT count(*)::int FROM archives WHERE status = 'complete') AS archives`;
