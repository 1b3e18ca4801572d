import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import type { AgentSession } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';

@Injectable()
export class SessionsService {
  constructor(private readonly sessions: SessionsRepository) {}

  /** @throws {AppError} agent_session_not_found */
  async getActive(agentId: string): Promise<AgentSession> {
    const session = await this.sessions.findActive(agentId);
    if (session === null) throw new AppError('agent_session_not_found');
    return session;
  }
}
