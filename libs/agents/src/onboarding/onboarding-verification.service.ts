import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId } from '@app/common';
import { Database, type Sql } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentSession } from '../sessions/domain/session.js';
import { startSession } from '../sessions/persistence/session-statements.js';
import type { AgentWallet } from '../wallets/domain/agent-wallet.js';
import {
  findWalletByAgentId,
  lockWalletByAgentId,
  markEmailVerified,
} from '../wallets/persistence/wallet-statements.js';
import { WalletRegistrationService } from '../wallets/wallet-registration.service.js';
import { sameEmailAddress } from './domain/email-address.js';
import type { Onboarding } from './domain/onboarding.js';
import { passcodeMatches } from './domain/passcode.js';
import { OnboardingService } from './onboarding.service.js';
import {
  completeOnboarding,
  countFailure,
  findVerifiedEmail,
  lockUsablePasscode,
  serialize,
} from './persistence/onboarding-statements.js';

export interface CompletedOnboarding {
  onboarding: Onboarding;
  wallet: AgentWallet;
  session: AgentSession;
}

/** Turns a right passcode into a wallet that can execute and a session. */
@Injectable()
export class OnboardingVerificationService {
  constructor(
    private readonly database: Database,
    private readonly onboardings: OnboardingService,
    private readonly registration: WalletRegistrationService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * The passcode is consumed last, together with all that it brings about: while the provider fails, it can be sent again.
   * @throws {AppError} agent_onboarding_not_found; agent_onboarding_invalid for a wrong, used, void, expired or locked
   * passcode; agent_wallet_provisioning_failed; agent_execution_config_invalid
   */
  async verify(onboardingId: string, passcode: string): Promise<CompletedOnboarding> {
    const onboarding = await this.onboardings.get(onboardingId);
    if (!(await this.tryPasscode(onboardingId, passcode))) throw new AppError('agent_onboarding_invalid');

    const wallet = await this.registration.ensure({
      agentId: onboarding.agentId,
      ...(onboarding.userWallet === null ? {} : { userWallet: onboarding.userWallet }),
      ...(onboarding.sourceClient === null ? {} : { sourceClient: onboarding.sourceClient }),
    });
    await this.registration.provision(wallet, onboarding.chain);

    const session = await this.database.transaction((tx) => this.complete(tx, onboarding));
    const completed = await this.onboardings.get(onboardingId);
    return {
      onboarding: completed,
      wallet: (await findWalletByAgentId(this.database, completed.agentId)) ?? wallet,
      session,
    };
  }

  /** A wrong passcode is counted before anyone learns that it was wrong. */
  private async tryPasscode(onboardingId: string, passcode: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const storedHash = await lockUsablePasscode(tx, onboardingId);
      if (storedHash === null) return false;
      const right = passcodeMatches({ key: this.settings.PASSCODE_KEY, onboardingId, passcode, storedHash });
      if (!right) await countFailure(tx, onboardingId);
      return right;
    });
  }

  private async complete(tx: Sql, onboarding: Onboarding): Promise<AgentSession> {
    const { id, agentId, chain, userEmail, walletUpdate } = onboarding;
    await serialize(tx, [agentId]);
    const wallet = await lockWalletByAgentId(tx, agentId);
    if (wallet === null) throw new Error('the wallet of an onboarded agent is gone');
    const verifiedEmail = await findVerifiedEmail(tx, agentId);
    const isOwner = verifiedEmail === null || sameEmailAddress(verifiedEmail, userEmail);
    if (!isOwner || !(await completeOnboarding(tx, id))) throw new AppError('agent_onboarding_invalid');
    // What the owner agreed to, and the chain that makes the wallet able to execute; all else stays as it is.
    await this.registration.changeLocked(tx, wallet, { ...walletUpdate, chain });
    await markEmailVerified(tx, wallet.id);
    return startSession(tx, { id: newId('agent_session'), agentId, onboardingId: id });
  }
}
