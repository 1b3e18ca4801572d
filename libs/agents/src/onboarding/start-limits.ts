import type { SqlSession } from '@app/persistence';
import { MAX_STARTS_OF_MAILBOX, MAX_STARTS_OF_PAIR, type StartOrigin } from './onboarding.js';

export interface StartSubject {
  agentId: string;
  userEmail: string;
  /** IP address of the client; null when it is not known. */
  clientAddress: string | null;
  /** Whether an API key proves that the client acts for the agent. */
  hasKey: boolean;
  /** Whether the passcode approves an intent. The limit of an agent and a mailbox counts approvals and onboardings apart. */
  isApproval: boolean;
  /** Starts an hour of one client, and of all clients together; 0 for no limit. */
  maxOfClient: number;
  maxOfService: number;
}

export interface StartCheck {
  origin: StartOrigin;
  /** Network of the client. */
  client: string | null;
  /** Seconds until the start is allowed; 0 when it is allowed now. */
  waitS: number;
  /** The database's clock. */
  now: Date;
}

/** SQL expression for the time at which the oldest of `limit` starts leaves the window; null for fewer starts. */
function freeAt(condition: string, limit: number | string, window = '1 hour'): string {
  return `(SELECT earlier.created_at + interval '${window}' FROM agent_onboardings AS earlier
    WHERE ${condition} AND earlier.created_at > now() - interval '${window}'
    ORDER BY earlier.created_at DESC OFFSET greatest(${limit} - 1, 0) LIMIT 1)`;
}

const OF_MAILBOX = `mailbox_of(earlier.user_email) = subject.mailbox`;
const NOT_BY_OWNER = `earlier.origin <> 'owner'`;

/**
 * An owner's starts are limited only per agent and mailbox, so that strangers cannot use them up. Refused starts
 * count like others, so that they reveal no mailbox.
 */
const CHECK_STARTS_SQL = `
  WITH subject AS MATERIALIZED (
    SELECT mailbox_of($2::text) AS mailbox, client_network($3::inet) AS client,
      CASE WHEN wallet.email_verified_at IS NULL THEN 'other'
        WHEN lower(wallet.owner_email) IS DISTINCT FROM lower($2) THEN 'refused'
        WHEN $4::boolean OR client_network($3) = ANY (wallet.owner_clients) THEN 'owner'
        ELSE 'other' END AS origin
    FROM (SELECT) AS one LEFT JOIN agent_wallets AS wallet ON wallet.agent_id = $1),
  allowed AS (
    SELECT subject.*, greatest(
      ${freeAt(
        `earlier.agent_id = $1 AND ${OF_MAILBOX} AND (earlier.origin = 'owner') = (subject.origin = 'owner')
        AND (earlier.intent_id IS NOT NULL) = $7::boolean`,
        MAX_STARTS_OF_PAIR,
      )},
      CASE WHEN origin <> 'owner' THEN greatest(
        ${freeAt(`${OF_MAILBOX} AND ${NOT_BY_OWNER}`, MAX_STARTS_OF_MAILBOX)},
        CASE WHEN NOT EXISTS (SELECT FROM agent_wallets WHERE mailbox_of(owner_email) = subject.mailbox) THEN
          ${freeAt(`${OF_MAILBOX} AND ${NOT_BY_OWNER}`, MAX_STARTS_OF_MAILBOX, '1 day')} END,
        ${freeAt(`$5::int > 0 AND earlier.client = subject.client AND ${NOT_BY_OWNER}`, '$5::int')},
        ${freeAt(`$6::int > 0 AND ${NOT_BY_OWNER}`, '$6::int')}) END) AS at
    FROM subject)
  SELECT origin, client::text AS client, clock_timestamp()::timestamptz(3) AS now,
    greatest(0, ceil(extract(epoch FROM at - clock_timestamp())))::float8 AS "waitS"
  FROM allowed`;

/** Checks the limits of a start. Exact under the lock of `lockStarts`. */
export async function checkStart(sql: SqlSession, subject: StartSubject): Promise<StartCheck> {
  const { agentId, userEmail, clientAddress, hasKey, isApproval, maxOfClient, maxOfService } = subject;
  const limits = [maxOfClient, maxOfService];
  return sql.queryOneOrFail<StartCheck>(CHECK_STARTS_SQL, [
    agentId,
    userEmail,
    clientAddress,
    hasKey,
    ...limits,
    isApproval,
  ]);
}

/**
 * Serializes starts with one mailbox and starts of one client until the transaction ends. The limit of the whole service
 * may be exceeded by starts that are simultaneous.
 */
export async function lockStarts(
  tx: SqlSession,
  { userEmail, clientAddress }: Pick<StartSubject, 'userEmail' | 'clientAddress'>,
): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('passcode mailbox ' || mailbox_of($1), 0)),
       pg_advisory_xact_lock(hashtextextended('passcode client ' || coalesce(client_network($2::inet)::text, ''), 0))`,
    [userEmail, clientAddress],
  );
}
