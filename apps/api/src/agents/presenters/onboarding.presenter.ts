import { type AgentSession, maskEmailAddress, type Onboarding } from '@app/agents';
import { checksummed, timestampOf } from '../../http/present.js';
import type { OnboardingBody, SessionBody } from './onboarding.shape.js';

/** Reads of an onboarding are public, so the mailbox is masked. */
export function presentOnboarding(onboarding: Onboarding): OnboardingBody {
  return {
    onboarding_id: onboarding.id,
    agent_id: onboarding.agentId,
    user_email: maskEmailAddress(onboarding.userEmail),
    user_wallet: checksummed(onboarding.userWallet),
    source_client: onboarding.sourceClient,
    channel: onboarding.channel,
    chain: onboarding.chain,
    wallet_provider: onboarding.walletProvider,
    status: onboarding.status,
    created_at: timestampOf(onboarding.createdAt),
    updated_at: timestampOf(onboarding.updatedAt),
    expires_at: timestampOf(onboarding.expiresAt),
  };
}

export function presentSession(session: AgentSession): SessionBody {
  return {
    session_id: session.id,
    agent_id: session.agentId,
    onboarding_id: session.onboardingId,
    status: session.status,
    created_at: timestampOf(session.createdAt),
    updated_at: timestampOf(session.updatedAt),
    expires_at: timestampOf(session.expiresAt),
  };
}
