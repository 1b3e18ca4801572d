import { Inject, Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Database, type SqlSession } from '@app/persistence';
import { SESSION_LIFETIME_DAYS } from './onboarding.js';
import { type AgentSession, SessionEntity } from './session.entity.js';

const ACTIVE = Raw((expiresAt) => `${expiresAt} > clock_timestamp()`);

@Injectable()
export class SessionsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  async findActive(agentId: string): Promise<AgentSession | null> {
    const [latest] = await this.sql.repository(SessionEntity).find({
      where: { agentId, expiresAt: ACTIVE },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    return latest ?? null;
  }

  /** Starts a session and ends the agent's earlier ones, in a transaction. */
  async start(session: Pick<AgentSession, 'id' | 'agentId' | 'onboardingId'>): Promise<AgentSession> {
    const sessions = this.sql.repository(SessionEntity);
    const now = (): string => 'clock_timestamp()';
    await sessions.update({ agentId: session.agentId, expiresAt: ACTIVE }, { expiresAt: now, updatedAt: now });
    await sessions.insert({ ...session, expiresAt: () => `now() + interval '${SESSION_LIFETIME_DAYS} days'` });
    return sessions.findOneByOrFail({ id: session.id });
  }
}
