import { type AgentSession, maskEmailAddress, type Onboarding } from '@app/agents';
import { checksummed } from './wallet.presenter.js';

/** Reads of an onboarding are public, so the mailbox is masked. */
export function presentOnboarding(onboarding: Onboarding): object {
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
    created_at: onboarding.createdAt,
    updated_at: onboarding.updatedAt,
    expires_at: onboarding.expiresAt,
  };
}

export function presentSession(session: AgentSession): object {
  return {
    session_id: session.id,
    agent_id: session.agentId,
    onboarding_id: session.onboardingId,
    status: session.status,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
    expires_at: session.expiresAt,
  };
}
