import { type ActiveSession, maskEmailAddress, type Onboarding, type OnboardingStart } from '@app/agents';
import type { ApiSettings } from '@app/config';
import { checksummed, present } from '../http/present.js';
import { toWalletPolicyUpdate } from '../wallets/register-wallet.dto.js';
import { OnboardingDto, SessionDto, type StartOnboardingDto } from './onboarding.dto.js';

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
  return present(OnboardingDto, {
    ...onboarding,
    status: onboarding.status, // a getter, which the spread leaves out
    onboardingId: onboarding.id,
    userEmail: maskEmailAddress(onboarding.userEmail),
    userWallet: checksummed(onboarding.userWallet),
  });
}

/** The id of the onboarding opens a read that is public with AUTH_READS=public only. */
export function presentSession(active: ActiveSession, { AUTH_READS }: Pick<ApiSettings, 'AUTH_READS'>): SessionDto {
  const { session, onboarding, wallet } = active;
  const { sourceClient, channel } = onboarding;
  return present(SessionDto, {
    ...wallet,
    ...session,
    sessionId: session.id,
    onboardingId: AUTH_READS === 'public' ? session.onboardingId : undefined,
    userEmail: maskEmailAddress(onboarding.userEmail),
    userWallet: checksummed(wallet.userWallet),
    agentWalletAddress: checksummed(wallet.agentWalletAddress),
    allowedChannels: channel === null ? [] : [channel],
    sessionMetadata: { source_client: sourceClient, channel },
  });
}
