import { CreatedAt, Timestamp, UpdatedAt } from '@app/persistence';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';

/** Proof that an agent's owner completed an onboarding. It grants no access. */
@Entity('agent_sessions')
export class SessionEntity {
  /** `agent_session_…` */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  agentId: string;

  @Column('text')
  onboardingId: string;

  /** By the database's clock. */
  @VirtualColumn({
    type: 'text',
    query: (alias) => `SELECT CASE WHEN ${alias}.expires_at > clock_timestamp() THEN 'active' ELSE 'expired' END`,
  })
  status: 'active' | 'expired';

  @Timestamp()
  expiresAt: Date;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}

export type AgentSession = SessionEntity;
