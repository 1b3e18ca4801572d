import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { Database } from '@app/persistence';
import type { AgentSession } from './domain/session.js';
import { findActiveSession } from './persistence/session-statements.js';

@Injectable()
export class SessionsService {
  constructor(private readonly database: Database) {}

  /** @throws {AppError} agent_session_not_found */
  async getActive(agentId: string): Promise<AgentSession> {
    const session = await findActiveSession(this.database, agentId);
    if (session === null) throw new AppError('agent_session_not_found');
    return session;
  }
}
