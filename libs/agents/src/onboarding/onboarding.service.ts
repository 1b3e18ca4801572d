import { Inject, Injectable } from '@nestjs/common';
import { AppError, EXECUTION_CHAIN, newId, WALLET_PROVIDER } from '@app/common';
import { Database, type Sql } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { WalletTasks } from '../wallets/wallet-tasks.js';
import { checkCap } from '../wallets/wallet-terms.js';
import { sameEmailAddress } from './email-address.js';
import {
  type Onboarding,
  type OnboardingStatus,
  PASSCODE_ATTEMPTS_MAX,
  STARTS_PER_HOUR_MAX,
  type WalletUpdateRequest,
} from './onboarding.js';
import { passcodeHash, passcodeMatches, passcodeOf } from './passcode.js';
import {
  completeOnboarding,
  countFailure,
  findOnboarding,
  findVerifiedEmail,
  insertOnboarding,
  lockUsablePasscode,
  secondsUntilStart,
  serialize,
  voidPending,
} from './onboarding-statements.js';

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
    private readonly tasks: WalletTasks,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * Begins an onboarding and has its passcode mailed; the agent's earlier passcodes are void from then on.
   * @throws {AppError} agent_onboarding_invalid, also when the agent has proved another mailbox; rate_limited with Retry-After
   */
  async start(start: OnboardingStart, requestId: string): Promise<Onboarding> {
    const details = checkCap(start.walletUpdate ?? {}, this.settings.COLLATERAL_DECIMALS);
    if (details.length > 0) throw new AppError('agent_onboarding_invalid', { details });
    const onboarding = await this.insert(start);
    await this.tasks.sendPasscode(onboarding.id, requestId);
    return onboarding;
  }

  /** @throws {AppError} agent_onboarding_not_found */
  async get(id: string): Promise<Onboarding> {
    const onboarding = await findOnboarding(this.database, id);
    if (onboarding === null) throw new AppError('agent_onboarding_not_found');
    return onboarding;
  }

  /**
   * Passes when a passcode is the right one, in time. A wrong one is counted before anyone learns that it was wrong.
   * @throws {AppError} agent_onboarding_invalid
   */
  async tryPasscode(onboardingId: string, passcode: string): Promise<void> {
    const isRight = await this.database.transaction(async (tx) => {
      const storedHash = await lockUsablePasscode(tx, onboardingId);
      if (storedHash === null) return false;
      const right = passcodeMatches({ key: this.settings.PASSCODE_KEY, onboardingId, passcode, storedHash });
      if (!right) await countFailure(tx, onboardingId);
      return right;
    });
    if (!isRight) throw passcodeRefused((await this.get(onboardingId)).status);
  }

  /** Makes completions and starts of one agent follow one another. It comes before all locks of rows. */
  async serialize(tx: Sql, agentId: string): Promise<void> {
    await serialize(tx, [agentId]);
  }

  /** Consumes the passcode. @throws {AppError} agent_onboarding_invalid when it is void by now */
  async complete(tx: Sql, { id, agentId, userEmail }: Onboarding): Promise<void> {
    const verifiedEmail = await findVerifiedEmail(tx, agentId);
    const isOwner = verifiedEmail === null || sameEmailAddress(verifiedEmail, userEmail);
    if (!isOwner || !(await completeOnboarding(tx, id))) throw passcodeRefused('expired');
  }

  private async insert(start: OnboardingStart): Promise<Onboarding> {
    const id = newId('agent_onboarding');
    const key = this.settings.PASSCODE_KEY;
    return this.database.transaction(async (tx) => {
      await serialize(tx, [start.agentId, start.userEmail.toLowerCase()]);
      const verifiedEmail = await findVerifiedEmail(tx, start.agentId);
      if (verifiedEmail !== null && !sameEmailAddress(verifiedEmail, start.userEmail)) {
        throw new AppError('agent_onboarding_invalid', {
          details: ['user_email is not the one that this agent has verified'],
        });
      }
      const waitS = await secondsUntilStart(tx, start.agentId, start.userEmail);
      if (waitS > 0) throw startRefused(waitS);
      await voidPending(tx, start.agentId);
      return insertOnboarding(tx, {
        ...start,
        id,
        chain: EXECUTION_CHAIN,
        walletProvider: WALLET_PROVIDER,
        passcodeHash: passcodeHash(key, id, passcodeOf(key, id)),
      });
    });
  }
}

/** What anyone can read of the onboarding anyway, said where it matters. */
const WHY_NOT: Readonly<Record<OnboardingStatus, string>> = {
  pending_otp: `The passcode is wrong; ${PASSCODE_ATTEMPTS_MAX} wrong ones lock it.`,
  verified: 'The passcode was used: this onboarding is verified.',
  expired: 'The passcode has expired, or a newer one has replaced it; start again for another.',
  locked: 'Too many wrong passcodes were sent; start again for another.',
};

function passcodeRefused(status: OnboardingStatus): AppError {
  return new AppError('agent_onboarding_invalid', { message: WHY_NOT[status] });
}

function startRefused(waitS: number): AppError {
  return new AppError('rate_limited', {
    message: `An agent and a mailbox get ${STARTS_PER_HOUR_MAX} passcodes an hour; the next one is free in ${waitS} seconds.`,
    headers: { 'Retry-After': String(waitS) },
  });
}
