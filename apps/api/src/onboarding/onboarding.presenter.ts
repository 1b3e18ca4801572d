import { type ActiveSession, maskEmailAddress, type Onboarding, type OnboardingStart } from '@app/agents';
import type { ApiSettings } from '@app/config';
import { checksummed } from '../http/present.js';
import { toWalletPolicyUpdate } from '../wallets/register-wallet.dto.js';
import type { OnboardingDto, SessionDto, StartOnboardingDto } from './onboarding.dto.js';

export function toOnboardingStart(body: StartOnboardingDto, clientAddress: string | null): OnboardingStart {
  const update = body.wallet_update === undefined ? {} : toWalletPolicyUpdate(body.wallet_update);
  const isEmpty = Object.values(update).every((value) => value === undefined);
  return {
    agentId: body.agent_id,
    userEmail: body.user_email,
    userWallet: body.user_wallet,
    sourceClient: body.source_client,
    channel: body.channel,
    walletUpdate: isEmpty ? null : update,
    clientAddress,
  };
}

export function presentOnboarding(onboarding: Onboarding): OnboardingDto {
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
    created_at: onboarding.createdAt.toISOString(),
    updated_at: onboarding.updatedAt.toISOString(),
    expires_at: onboarding.expiresAt.toISOString(),
  };
}

/** The id of the onboarding opens a read that is public with AUTH_READS=public only. */
export function presentSession(active: ActiveSession, { AUTH_READS }: Pick<ApiSettings, 'AUTH_READS'>): SessionDto {
  const { session, onboarding, wallet } = active;
  return {
    session_id: session.id,
    agent_id: session.agentId,
    ...(AUTH_READS === 'public' && { onboarding_id: session.onboardingId }),
    user_email: maskEmailAddress(onboarding.userEmail),
    user_wallet: checksummed(wallet.userWallet),
    agent_wallet_address: checksummed(wallet.agentWalletAddress),
    wallet_provider: wallet.walletProvider,
    chain: wallet.chain,
    allowed_actions: wallet.allowedActions,
    allowed_channels: onboarding.channel === null ? [] : [onboarding.channel],
    session_metadata: { source_client: onboarding.sourceClient, channel: onboarding.channel },
    status: session.status,
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}
