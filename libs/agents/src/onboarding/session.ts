export const SESSION_LIFETIME_DAYS = 30;

/** What an agent gets for a completed onboarding. It says that the owner was there; it opens nothing by itself. */
export interface AgentSession {
  /** `agent_session_…` */
  id: string;
  agentId: string;
  onboardingId: string;
  /** By the database's clock. */
  status: 'active' | 'expired';
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
}
