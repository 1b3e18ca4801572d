import type { Sql } from '@app/persistence';
import { type AgentSession, SESSION_LIFETIME_DAYS } from './session.js';

const COLUMNS = `id, agent_id, onboarding_id, expires_at, created_at, updated_at,
  CASE WHEN expires_at > clock_timestamp() THEN 'active' ELSE 'expired' END AS status`;

type SessionRow = {
  id: string;
  agent_id: string;
  onboarding_id: string;
  status: 'active' | 'expired';
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
};

export async function findActiveSession(sql: Sql, agentId: string): Promise<AgentSession | null> {
  const row = await sql.queryOne<SessionRow>(
    `SELECT ${COLUMNS} FROM agent_sessions WHERE agent_id = $1 AND expires_at > clock_timestamp()
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [agentId],
  );
  return row === null ? null : toSession(row);
}

/** Begins a session and ends the agent's earlier ones, so that one is active at most. */
export async function startSession(
  tx: Sql,
  session: Pick<AgentSession, 'id' | 'agentId' | 'onboardingId'>,
): Promise<AgentSession> {
  await tx.query(
    `UPDATE agent_sessions SET expires_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE agent_id = $1 AND expires_at > clock_timestamp()`,
    [session.agentId],
  );
  const row = await tx.queryOne<SessionRow>(
    `INSERT INTO agent_sessions (id, agent_id, onboarding_id, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 day') RETURNING ${COLUMNS}`,
    [session.id, session.agentId, session.onboardingId, SESSION_LIFETIME_DAYS],
  );
  if (row === null) throw new Error('an insert answered no row');
  return toSession(row);
}

function toSession(row: SessionRow): AgentSession {
  return {
    id: row.id,
    agentId: row.agent_id,
    onboardingId: row.onboarding_id,
    status: row.status,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
