import { Inject, Injectable } from '@nestjs/common';
import { AppError, EXECUTION_CHAIN, newId, WALLET_PROVIDER } from '@app/common';
import { Database, type Sql } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { WalletTasks } from '../wallets/wallet-tasks.js';
import { OwnersRepository } from '../owners.repository.js';
import { checkMaxTradeAmountScale } from '../wallets/wallet-policy-update.js';
import { sameEmailAddress } from './email-address.js';
import {
  MAX_PASSCODE_ATTEMPTS,
  MAX_STARTS_PER_HOUR,
  type OnboardingStatus,
  type WalletUpdateRequest,
} from './onboarding.js';
import type { Onboarding } from './onboarding.entity.js';
import { OnboardingsRepository } from './onboardings.repository.js';
import { passcodeHash, passcodeMatches, passcodeOf } from './passcode.js';

export interface OnboardingStart {
  agentId: string;
  userEmail: string;
  /** Lower-case. */
  userWallet: string | null;
  sourceClient: string | null;
  channel: string | null;
  walletUpdate: WalletUpdateRequest | null;
}

/** Starts onboardings, tries their passcodes, and reads them. */
@Injectable()
export class OnboardingService {
  constructor(
    private readonly database: Database,
    private readonly onboardings: OnboardingsRepository,
    private readonly tasks: WalletTasks,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * Starts an onboarding and enqueues its e-mail. The agent's earlier passcodes become void.
   * @param claimedBy account that takes the agent, which is new; undefined for a known agent and without keys
   * @throws {AppError} agent_onboarding_invalid, also when the agent has proved another mailbox; rate_limited with Retry-After;
   * agent_not_found when another account has taken the agent meanwhile
   */
  async start(start: OnboardingStart, requestId: string, claimedBy?: string): Promise<Onboarding> {
    const details = checkMaxTradeAmountScale(start.walletUpdate ?? {}, this.settings.COLLATERAL_DECIMALS);
    if (details.length > 0) throw new AppError('agent_onboarding_invalid', { details });
    const onboarding = await this.database.transaction(async (tx) => {
      if (claimedBy !== undefined) {
        await new OwnersRepository(tx).claim({ agentId: start.agentId, accountId: claimedBy });
      }
      return this.insert(new OnboardingsRepository(tx), start);
    });
    await this.tasks.sendPasscode(onboarding.id, requestId);
    return onboarding;
  }

  /** @throws {AppError} agent_onboarding_not_found */
  async get(id: string): Promise<Onboarding> {
    const onboarding = await this.onboardings.find(id);
    if (onboarding === null) throw new AppError('agent_onboarding_not_found');
    return onboarding;
  }

  /**
   * Resolves for the right passcode in time. A wrong one is counted before the error is thrown.
   * @throws {AppError} agent_onboarding_invalid
   */
  async tryPasscode(onboardingId: string, passcode: string): Promise<void> {
    const isRight = await this.database.transaction(async (tx) => {
      const onboardings = new OnboardingsRepository(tx);
      const storedHash = await onboardings.lockUsablePasscode(onboardingId);
      if (storedHash === null) return false;
      const matches = passcodeMatches({ key: this.settings.PASSCODE_KEY, onboardingId, passcode, storedHash });
      if (!matches) await onboardings.countFailure(onboardingId);
      return matches;
    });
    if (!isRight) throw passcodeRejected((await this.get(onboardingId)).status);
  }

  /** Serializes completions and starts of one agent. Acquired before all row locks. */
  async acquireAgentLock(tx: Sql, agentId: string): Promise<void> {
    await new OnboardingsRepository(tx).acquireLocks([agentId]);
  }

  /** Consumes the passcode. @throws {AppError} agent_onboarding_invalid when it became void meanwhile */
  async complete(tx: Sql, { id, agentId, userEmail }: Onboarding): Promise<void> {
    const onboardings = new OnboardingsRepository(tx);
    const verifiedEmail = await onboardings.findVerifiedEmail(agentId);
    const isOwner = verifiedEmail === null || sameEmailAddress(verifiedEmail, userEmail);
    if (!isOwner || !(await onboardings.complete(id))) throw passcodeRejected('expired');
  }

  private async insert(onboardings: OnboardingsRepository, start: OnboardingStart): Promise<Onboarding> {
    const { agentId, userEmail } = start;
    await onboardings.acquireLocks([agentId, userEmail.toLowerCase()]);
    const verifiedEmail = await onboardings.findVerifiedEmail(agentId);
    if (verifiedEmail !== null && !sameEmailAddress(verifiedEmail, userEmail)) {
      throw new AppError('agent_onboarding_invalid', {
        details: ['user_email is not the one that this agent has verified'],
      });
    }
    const waitS = await onboardings.secondsUntilStart(agentId, userEmail);
    if (waitS > 0) throw startRejected(waitS);
    await onboardings.expirePending(agentId);
    const id = newId('agent_onboarding');
    const key = this.settings.PASSCODE_KEY;
    return onboardings.insert({
      ...start,
      id,
      chain: EXECUTION_CHAIN,
      walletProvider: WALLET_PROVIDER,
      passcodeHash: passcodeHash(key, id, passcodeOf(key, id)),
    });
  }
}

/** The status is public, so naming it reveals nothing. */
const REJECTIONS: Readonly<Record<OnboardingStatus, string>> = {
  pending_otp: `The passcode is wrong. ${MAX_PASSCODE_ATTEMPTS} wrong passcodes lock the onboarding.`,
  verified: 'The passcode was used: this onboarding is verified.',
  expired: 'The passcode has expired, or a newer one has replaced it; start again for another.',
  locked: 'Too many wrong passcodes were sent; start again for another.',
};

function passcodeRejected(status: OnboardingStatus): AppError {
  return new AppError('agent_onboarding_invalid', { message: REJECTIONS[status] });
}

function startRejected(waitS: number): AppError {
  return new AppError('rate_limited', {
    message: `An agent and a mailbox get ${MAX_STARTS_PER_HOUR} passcodes an hour. Retry in ${waitS} seconds.`,
    headers: { 'Retry-After': String(waitS) },
  });
}
