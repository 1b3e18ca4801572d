import { canonicalJson, type Json } from '@app/common';
import type { Sql } from '@app/persistence';
import {
  type Onboarding,
  type OnboardingStatus,
  PASSCODE_ATTEMPTS_MAX,
  PASSCODE_LIFETIME_MINUTES,
  STARTS_PER_HOUR_MAX,
  type WalletUpdateRequest,
} from './onboarding.js';

/** The stored status says pending until somebody looks: time alone makes it expired. */
const COLUMNS = `id, agent_id, user_email, user_wallet, source_client, channel, chain, wallet_provider, wallet_update,
  CASE WHEN status = 'pending_otp' AND expires_at <= clock_timestamp() THEN 'expired' ELSE status END AS status,
  expires_at, verified_at, created_at, updated_at`;

type OnboardingRow = {
  id: string;
  agent_id: string;
  user_email: string;
  user_wallet: string | null;
  source_client: string | null;
  channel: string | null;
  chain: string;
  wallet_provider: string;
  wallet_update: WalletUpdateRequest | null;
  status: OnboardingStatus;
  expires_at: Date;
  verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type NewOnboarding = Pick<
  Onboarding,
  | 'id'
  | 'agentId'
  | 'userEmail'
  | 'userWallet'
  | 'sourceClient'
  | 'channel'
  | 'chain'
  | 'walletProvider'
  | 'walletUpdate'
> & { passcodeHash: string };

export async function findOnboarding(sql: Sql, id: string): Promise<Onboarding | null> {
  const row = await sql.queryOne<OnboardingRow>(`SELECT ${COLUMNS} FROM agent_onboardings WHERE id = $1`, [id]);
  return row === null ? null : toOnboarding(row);
}

/** Makes starts and completions of one agent, and starts to one mailbox, follow one another until the transaction ends. */
export async function serialize(tx: Sql, names: readonly string[]): Promise<void> {
  for (const name of [...names].sort()) {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('onboarding ' || $1, 0))`, [name]);
  }
}

/** The mailbox that the agent proved first, or null when it has proved none. */
export async function findVerifiedEmail(sql: Sql, agentId: string): Promise<string | null> {
  const row = await sql.queryOne<{ user_email: string }>(
    `SELECT user_email FROM agent_onboardings WHERE agent_id = $1 AND status = 'verified'
     ORDER BY created_at LIMIT 1`,
    [agentId],
  );
  return row?.user_email ?? null;
}

/** Seconds until one more start is allowed for the agent and the mailbox, zero when it is allowed now. */
export async function secondsUntilStart(tx: Sql, agentId: string, userEmail: string): Promise<number> {
  const row = await tx.queryOne<{ wait_s: number | null }>(
    `SELECT ceil(extract(epoch FROM max(created_at) + interval '1 hour' - clock_timestamp()))::float8 AS wait_s FROM (
       (SELECT created_at FROM agent_onboardings WHERE agent_id = $1 ORDER BY created_at DESC OFFSET $3 LIMIT 1)
       UNION ALL
       (SELECT created_at FROM agent_onboardings WHERE lower(user_email) = lower($2)
        ORDER BY created_at DESC OFFSET $3 LIMIT 1)
     ) AS oldest_that_counts`,
    [agentId, userEmail, STARTS_PER_HOUR_MAX - 1],
  );
  return Math.max(0, row?.wait_s ?? 0);
}

/** The agent's earlier passcodes are of no use from here on. */
export async function voidPending(tx: Sql, agentId: string): Promise<void> {
  await tx.query(
    `UPDATE agent_onboardings SET status = 'expired', updated_at = now()
     WHERE agent_id = $1 AND status = 'pending_otp'`,
    [agentId],
  );
}

export async function insertOnboarding(tx: Sql, onboarding: NewOnboarding): Promise<Onboarding> {
  const row = await tx.queryOne<OnboardingRow>(
    `INSERT INTO agent_onboardings (id, agent_id, user_email, user_wallet, source_client, channel, chain,
       wallet_provider, wallet_update, status, passcode_hash, expires_at, created_at, updated_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, 'pending_otp', $10, at + $11 * interval '1 minute', at, at
     FROM clock_timestamp() AS at RETURNING ${COLUMNS}`,
    [
      onboarding.id,
      onboarding.agentId,
      onboarding.userEmail,
      onboarding.userWallet,
      onboarding.sourceClient,
      onboarding.channel,
      onboarding.chain,
      onboarding.walletProvider,
      onboarding.walletUpdate === null ? null : canonicalJson(toJson(onboarding.walletUpdate)),
      onboarding.passcodeHash,
      PASSCODE_LIFETIME_MINUTES,
    ],
  );
  if (row === null) throw new Error('an insert answered no row');
  return toOnboarding(row);
}

/** The stored hash of a passcode that may still be tried, the onboarding locked; null when there is none. */
export async function lockUsablePasscode(tx: Sql, id: string): Promise<string | null> {
  const row = await tx.queryOne<{ passcode_hash: string }>(
    `SELECT passcode_hash FROM agent_onboardings
     WHERE id = $1 AND status = 'pending_otp' AND expires_at > clock_timestamp() FOR UPDATE`,
    [id],
  );
  return row?.passcode_hash ?? null;
}

/** Counts one wrong passcode; the last one that is allowed locks the onboarding. */
export async function countFailure(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE agent_onboardings SET failed_attempts = failed_attempts + 1, updated_at = now(),
       status = CASE WHEN failed_attempts + 1 >= $2 THEN 'locked' ELSE status END
     WHERE id = $1`,
    [id, PASSCODE_ATTEMPTS_MAX],
  );
}

/**
 * Consumes the passcode. False when something else did in the meantime, or voided it; not when its time ran out, for it
 * was right in time.
 */
export async function completeOnboarding(tx: Sql, id: string): Promise<boolean> {
  const row = await tx.queryOne(
    `UPDATE agent_onboardings SET status = 'verified', verified_at = now(), updated_at = now()
     WHERE id = $1 AND status = 'pending_otp' RETURNING id`,
    [id],
  );
  return row !== null;
}

function toJson(update: WalletUpdateRequest): Json {
  return {
    ...(update.allowedActions === undefined ? {} : { allowedActions: update.allowedActions }),
    ...(update.maxTradeAmount === undefined ? {} : { maxTradeAmount: update.maxTradeAmount }),
    ...(update.status === undefined ? {} : { status: update.status }),
  };
}

function toOnboarding(row: OnboardingRow): Onboarding {
  return {
    id: row.id,
    agentId: row.agent_id,
    userEmail: row.user_email,
    userWallet: row.user_wallet,
    sourceClient: row.source_client,
    channel: row.channel,
    chain: row.chain,
    walletProvider: row.wallet_provider,
    walletUpdate: row.wallet_update,
    status: row.status,
    expiresAt: row.expires_at,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
