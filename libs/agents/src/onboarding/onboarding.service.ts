import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { acceptedKeys, AppError, EXECUTION_CHAIN, newId, WALLET_PROVIDER } from '@app/common';
import { Database, type SqlSession } from '@app/persistence';
import { WorkerTasksService } from '@app/queue';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { WalletsRepository } from '../wallets/wallets.repository.js';
import { OwnersRepository } from '../owners.repository.js';
import { checkLimitScales, pickTerms } from '../wallets/wallet-policy-update.js';
import {
  MAX_PASSCODE_ATTEMPTS,
  type OnboardingStatus,
  type StartedWalletUpdate,
  type WalletUpdateRequest,
} from './onboarding.js';
import type { Onboarding } from './onboarding.entity.js';
import { OnboardingsRepository } from './onboardings.repository.js';
import { derivePasscode, passcodeHash, passcodeMatches } from './passcode.js';
import { checkStart, lockStarts, type StartCheck } from './start-limits.js';

export interface OnboardingStart {
  agentId: string;
  userEmail: string;
  /** Lower-case. */
  userWallet: string | null;
  sourceClient: string | null;
  channel: string | null;
  walletUpdate: WalletUpdateRequest | null;
  /** IP address of the client; null when it is not known. */
  clientAddress: string | null;
}

type StartSubject = Pick<OnboardingStart, 'agentId' | 'userEmail' | 'clientAddress'>;

/** Bytes of a hash that no passcode has. */
const HASH_BYTES = 32;

@Injectable()
export class OnboardingService {
  constructor(
    private readonly database: Database,
    private readonly onboardings: OnboardingsRepository,
    private readonly tasks: WorkerTasksService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * Starts an onboarding and enqueues its e-mail. Earlier passcodes of the agent and the mailbox become void. When the agent
   * has verified another mailbox, the answer is alike, no e-mail is sent, and no passcode is right.
   * @param claimedBy account that takes the agent, which is new; undefined for a known agent and without keys
   * @throws {AppError} agent_onboarding_invalid; rate_limited with `retryAfterS`; agent_not_found when another account has taken
   * the agent meanwhile
   */
  async start(start: OnboardingStart, requestId: string, claimedBy?: string): Promise<Onboarding> {
    const details = checkLimitScales(start.walletUpdate ?? {}, this.settings.COLLATERAL_DECIMALS);
    if (details.length > 0) throw new AppError('agent_onboarding_invalid', { details });
    // Checked without a lock first, so that a client above its limit costs one statement and waits for no other request.
    await this.assertAllowed(this.database, start);
    const onboarding = await this.database.transaction(async (tx) => {
      if (claimedBy !== undefined) {
        await new OwnersRepository(tx).claim({ agentId: start.agentId, accountId: claimedBy });
      }
      return this.insert(tx, start);
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
    const isRight = await this.isRightPasscode(onboardingId, passcode);
    if (!isRight) throw passcodeRejected((await this.get(onboardingId)).status);
  }

  /** Whether the passcode is right and in time. A wrong one is counted. */
  isRightPasscode(onboardingId: string, passcode: string): Promise<boolean> {
    const keys = acceptedKeys(this.settings.PASSCODE_KEY, this.settings.PASSCODE_KEY_PREVIOUS);
    return this.database.transaction(async (tx) => {
      const onboardings = new OnboardingsRepository(tx);
      const storedHash = await onboardings.lockUsablePasscode(onboardingId);
      if (storedHash === null) return false;
      const matches = passcodeMatches({ keys, onboardingId, passcode, storedHash });
      if (!matches) await onboardings.countFailure(onboardingId);
      return matches;
    });
  }

  /** Checks the limits of a passcode. Exact under the lock of `lockStarts`. */
  checkStart(
    sql: SqlSession,
    { agentId, userEmail, clientAddress, isApproval }: StartSubject & { isApproval: boolean },
  ): Promise<StartCheck> {
    const { AUTH_MODE, PASSCODE_CLIENT_LIMIT: maxOfClient, PASSCODE_SERVICE_LIMIT: maxOfService } = this.settings;
    const hasKey = AUTH_MODE === 'api_key';
    return checkStart(sql, { agentId, userEmail, clientAddress, hasKey, isApproval, maxOfClient, maxOfService });
  }

  /** Consumes the passcode. @throws {AppError} agent_onboarding_invalid when it became void meanwhile */
  async complete(tx: SqlSession, id: string): Promise<void> {
    if (!(await new OnboardingsRepository(tx).complete(id))) throw passcodeRejected('expired');
  }

  private async insert(tx: SqlSession, { clientAddress, ...start }: OnboardingStart): Promise<Onboarding> {
    await lockStarts(tx, { ...start, clientAddress });
    const { origin, client, now } = await this.assertAllowed(tx, { ...start, clientAddress });
    const id = newId('agent_onboarding');
    const key = this.settings.PASSCODE_KEY;
    const isRefused = origin === 'refused';
    const onboarding = {
      ...start,
      walletUpdate: await startedUpdate(tx, start),
      id,
      intentId: null,
      chain: EXECUTION_CHAIN,
      walletProvider: WALLET_PROVIDER,
      passcodeHash: isRefused
        ? randomBytes(HASH_BYTES).toString('hex')
        : passcodeHash(key, id, derivePasscode(key, id)),
      client,
      origin,
      createdAt: now,
    };
    const onboardings = new OnboardingsRepository(tx);
    await onboardings.voidPending(onboarding);
    return onboardings.insert(onboarding);
  }

  /** @throws {AppError} rate_limited */
  private async assertAllowed(sql: SqlSession, start: StartSubject): Promise<StartCheck> {
    const check = await this.checkStart(sql, { ...start, isApproval: false });
    if (check.waitS > 0) throw startRejected(check.waitS);
    return check;
  }
}

/** Until an owner locks a wallet, any client may change it before and after the e-mail states its terms. */
async function startedUpdate(
  tx: SqlSession,
  { agentId, walletUpdate }: Pick<OnboardingStart, 'agentId' | 'walletUpdate'>,
): Promise<StartedWalletUpdate | null> {
  const [wallet] = await new WalletsRepository(tx).findByAgentIds([agentId]);
  if (wallet === undefined) return { ...walletUpdate, before: null };
  return wallet.emailVerifiedAt === null ? { ...walletUpdate, before: pickTerms(wallet) } : walletUpdate;
}

/** The status is public, so naming it reveals nothing. */
const REJECTIONS: Readonly<Record<OnboardingStatus, string>> = {
  pending_otp: `The passcode is wrong. ${MAX_PASSCODE_ATTEMPTS} wrong passcodes lock the onboarding.`,
  verified: 'The passcode was used: this onboarding is verified.',
  expired: 'The passcode has expired, or a newer one has replaced it; start again for another.',
  locked: 'Too many wrong passcodes were sent; start again for another.',
};

export function passcodeRejected(status: OnboardingStatus): AppError {
  return new AppError('agent_onboarding_invalid', { message: REJECTIONS[status] });
}

/** The same text for every limit: which one is reached tells about the mailbox. */
function startRejected(waitS: number): AppError {
  return new AppError('rate_limited', {
    message: `Too many passcodes were requested for this agent, mailbox or client. Retry in ${waitS} seconds.`,
    retryAfterS: waitS,
    limit: 'passcodes',
  });
}
