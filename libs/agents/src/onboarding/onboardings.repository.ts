import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Raw } from 'typeorm';
import { Database, type SqlSession } from '@app/persistence';
import { MAX_PASSCODE_ATTEMPTS, PASSCODE_LIFETIME_MINUTES } from './onboarding.js';
import { type Onboarding, OnboardingEntity } from './onboarding.entity.js';

export type NewOnboarding = Pick<
  OnboardingEntity,
  | 'id'
  | 'agentId'
  | 'userEmail'
  | 'userWallet'
  | 'sourceClient'
  | 'channel'
  | 'chain'
  | 'walletProvider'
  | 'walletUpdate'
  | 'intentId'
  | 'passcodeHash'
  | 'client'
  | 'origin'
  | 'createdAt'
>;

@Injectable()
export class OnboardingsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Finds an onboarding, not an approval. */
  find(id: string): Promise<Onboarding | null> {
    return this.onboardings.findOneBy({ id, intentId: IsNull() });
  }

  /** Finds an onboarding or an approval. */
  findPasscode(id: string): Promise<Onboarding | null> {
    return this.onboardings.findOneBy({ id });
  }

  /** Returns the stored form of a passcode; empty for an unknown id, which no passcode matches. */
  async readPasscodeHash(id: string): Promise<string> {
    const row = await this.onboardings.findOne({ select: { id: true, passcodeHash: true }, where: { id } });
    return row?.passcodeHash ?? '';
  }

  /** Returns the id of the valid passcode that approves an intent. */
  async findApproval(intentId: string): Promise<string | null> {
    const row = await this.sql.queryOne<{ id: string }>(
      `SELECT id FROM agent_onboardings
       WHERE intent_id = $1 AND status = 'pending_otp' AND expires_at > clock_timestamp()
       ORDER BY created_at DESC LIMIT 1`,
      [intentId],
    );
    return row?.id ?? null;
  }

  /** Invalidates earlier passcodes of this agent and mailbox, by owner or by other callers. */
  async voidPending({ agentId, userEmail, origin }: NewOnboarding): Promise<void> {
    await this.sql.query(
      `UPDATE agent_onboardings SET status = 'expired', updated_at = now()
       WHERE agent_id = $1 AND mailbox_of(user_email) = mailbox_of($2) AND status = 'pending_otp' AND intent_id IS NULL
         AND (origin = 'owner') = ($3 = 'owner')`,
      [agentId, userEmail, origin],
    );
  }

  async insert(onboarding: NewOnboarding): Promise<Onboarding> {
    const { id, createdAt } = onboarding;
    await this.onboardings.insert({
      ...onboarding,
      storedStatus: 'pending_otp',
      expiresAt: new Date(createdAt.getTime() + PASSCODE_LIFETIME_MINUTES * 60_000),
      updatedAt: createdAt,
    });
    return this.onboardings.findOneByOrFail({ id });
  }

  /** Locks the onboarding and returns the hash of its passcode; null when it takes no passcode any more. */
  async lockUsablePasscode(id: string): Promise<string | null> {
    const usable = await this.onboardings.findOne({
      select: { id: true, passcodeHash: true },
      where: { id, storedStatus: 'pending_otp', expiresAt: Raw((expiresAt) => `${expiresAt} > clock_timestamp()`) },
      lock: { mode: 'pessimistic_write' },
    });
    return usable?.passcodeHash ?? null;
  }

  /** Counts a wrong passcode; the last allowed one locks the onboarding. */
  async countFailure(id: string): Promise<void> {
    await this.onboardings.update(id, {
      failedAttempts: () => 'failed_attempts + 1',
      storedStatus: () =>
        `CASE WHEN failed_attempts + 1 >= ${MAX_PASSCODE_ATTEMPTS} THEN 'locked' ELSE agent_onboardings.status END`,
    });
  }

  /**
   * Consumes the passcode, which proves that the start was the owner's. Accepts a passcode that expired after it was checked.
   *
   * @returns false when it was consumed or voided meanwhile
   */
  async complete(id: string): Promise<boolean> {
    const { affected } = await this.onboardings.update(
      { id, storedStatus: 'pending_otp' },
      { storedStatus: 'verified', origin: 'owner', verifiedAt: () => 'now()' },
    );
    return affected === 1;
  }

  private get onboardings() {
    return this.sql.repository(OnboardingEntity);
  }
}
