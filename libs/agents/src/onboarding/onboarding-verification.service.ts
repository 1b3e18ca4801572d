import { Injectable } from '@nestjs/common';
import { AppError, newId } from '@app/common';
import { Database } from '@app/persistence';
import type { AgentWallet } from '../wallets/agent-wallet.entity.js';
import { isLoosening, updatePolicy, type WalletTerms } from '../wallets/wallet-policy-update.js';
import { WalletRegistrationService } from '../wallets/wallet-registration.service.js';
import { WalletsRepository } from '../wallets/wallets.repository.js';
import type { WalletUpdateRequest } from './onboarding.js';
import type { Onboarding } from './onboarding.entity.js';
import { OnboardingService, passcodeRejected } from './onboarding.service.js';
import type { AgentSession } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';

export interface CompletedOnboarding {
  onboarding: Onboarding;
  wallet: AgentWallet;
  session: AgentSession;
}

/** Exchanges a passcode for a wallet that can execute and a session. */
@Injectable()
export class OnboardingVerificationService {
  constructor(
    private readonly database: Database,
    private readonly onboardings: OnboardingService,
    private readonly registration: WalletRegistrationService,
  ) {}

  /**
   * Consumes the passcode last, in the transaction of its effects: while the provider fails, it can be sent again.
   * @throws {AppError} agent_onboarding_not_found; agent_onboarding_invalid for a wrong, used, void, expired or locked
   * passcode; agent_wallet_provisioning_failed; agent_execution_config_invalid
   */
  async verify(onboardingId: string, passcode: string, requestId: string): Promise<CompletedOnboarding> {
    const onboarding = await this.onboardings.get(onboardingId);
    await this.onboardings.tryPasscode(onboardingId, passcode);

    const { agentId, userWallet, sourceClient, chain } = onboarding;
    const wallet = await this.registration.ensure({
      agentId,
      userWallet: userWallet ?? undefined,
      sourceClient: sourceClient ?? undefined,
    });
    await this.registration.provision(wallet, { chain, requestId });
    return { ...(await this.complete(onboarding)), onboarding: await this.onboardings.get(onboardingId) };
  }

  private async complete(onboarding: Onboarding): Promise<Omit<CompletedOnboarding, 'onboarding'>> {
    const { id: onboardingId, agentId, userEmail, client, chain } = onboarding;
    const { before, ...update } = onboarding.walletUpdate ?? {};
    return this.database.transaction(async (tx) => {
      const locked = await this.registration.lockForOwner(tx, agentId, userEmail);
      assertTermsHold(locked, before ?? null, update);
      await this.onboardings.complete(tx, onboardingId);
      const isOwner = await new WalletsRepository(tx).recordOwner(locked.id, { email: userEmail, client });
      if (!isOwner) throw passcodeRejected('expired');
      // Besides the agreed policy, only the chain changes: it makes the wallet able to execute.
      const wallet = await this.registration.applyOwnerPolicy(tx, locked, { ...update, chain });
      const session = await new SessionsRepository(tx).start({ id: newId('agent_session'), agentId, onboardingId });
      return { wallet, session };
    });
  }
}

/**
 * A wallet that was created after the start has no looser terms than the new one that the e-mail states.
 * @throws {AppError} agent_onboarding_invalid when a wallet without an owner has looser terms than at the start
 */
function assertTermsHold(wallet: AgentWallet, before: WalletTerms | null, update: WalletUpdateRequest): void {
  if (before === null || wallet.emailVerifiedAt !== null) return;
  if (!isLoosening(updatePolicy({ ...wallet, ...before }, update), updatePolicy(wallet, update))) return;
  throw new AppError('agent_onboarding_invalid', {
    message:
      'The terms of the wallet were loosened after this passcode was requested. Start again for another passcode.',
  });
}
