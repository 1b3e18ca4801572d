import { Injectable } from '@nestjs/common';
import { AppError, newId } from '@app/common';
import { Database, type Sql } from '@app/persistence';
import type { AgentSession } from './session.js';
import { findActiveSession, startSession } from './session-statements.js';

@Injectable()
export class SessionsService {
  constructor(private readonly database: Database) {}

  /** @throws {AppError} agent_session_not_found */
  async getActive(agentId: string): Promise<AgentSession> {
    const session = await findActiveSession(this.database, agentId);
    if (session === null) throw new AppError('agent_session_not_found');
    return session;
  }

  /** Begins a session and ends the agent's earlier ones. */
  async start(tx: Sql, owner: Pick<AgentSession, 'agentId' | 'onboardingId'>): Promise<AgentSession> {
    return startSession(tx, { ...owner, id: newId('agent_session') });
  }
}
