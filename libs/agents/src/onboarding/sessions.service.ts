import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import type { AgentWallet } from '../wallets/agent-wallet.entity.js';
import { WalletsService } from '../wallets/wallets.service.js';
import type { Onboarding } from './onboarding.entity.js';
import { OnboardingService } from './onboarding.service.js';
import type { AgentSession } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';

export interface ActiveSession {
  session: AgentSession;
  onboarding: Onboarding;
  wallet: AgentWallet;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly onboardings: OnboardingService,
    private readonly wallets: WalletsService,
  ) {}

  /** @throws {AppError} agent_session_not_found */
  async getActive(agentId: string): Promise<ActiveSession> {
    const session = await this.sessions.findActive(agentId);
    if (session === null) throw new AppError('agent_session_not_found');
    const [onboarding, wallet] = await Promise.all([
      this.onboardings.get(session.onboardingId),
      this.wallets.getByAgentId(agentId),
    ]);
    return { session, onboarding, wallet };
  }
}
