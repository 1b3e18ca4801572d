import { Inject, Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Database, type Sql } from '@app/persistence';
import { MAX_PASSCODE_ATTEMPTS, MAX_STARTS_PER_HOUR, PASSCODE_LIFETIME_MINUTES } from './onboarding.js';
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
  | 'passcodeHash'
>;

@Injectable()
export class OnboardingsRepository {
  constructor(@Inject(Database) private readonly sql: Sql) {}

  find(id: string): Promise<Onboarding | null> {
    return this.onboardings.findOneBy({ id });
  }

  /** Serializes starts and completions of one agent, and starts to one mailbox, until the transaction ends. */
  async acquireLocks(names: readonly string[]): Promise<void> {
    for (const name of [...names].sort()) {
      await this.sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('onboarding ' || $1, 0))`, [name]);
    }
  }

  /** The mailbox that the agent proved first. */
  async findVerifiedEmail(agentId: string): Promise<string | null> {
    const [first] = await this.onboardings.find({
      select: { id: true, userEmail: true },
      where: { agentId, storedStatus: 'verified' },
      order: { createdAt: 'ASC' },
      take: 1,
    });
    return first?.userEmail ?? null;
  }

  /** Seconds until the agent and the mailbox may start once more; 0 when they may now. */
  async secondsUntilStart(agentId: string, userEmail: string): Promise<number> {
    const row = await this.sql.queryOne<{ waitS: number | null }>(
      `SELECT ceil(extract(epoch FROM max(created_at) + interval '1 hour' - clock_timestamp()))::float8 AS "waitS" FROM (
         (SELECT created_at FROM agent_onboardings WHERE agent_id = $1 ORDER BY created_at DESC OFFSET $3 LIMIT 1)
         UNION ALL
         (SELECT created_at FROM agent_onboardings WHERE lower(user_email) = lower($2)
          ORDER BY created_at DESC OFFSET $3 LIMIT 1)
       ) AS oldest_that_counts`,
      [agentId, userEmail, MAX_STARTS_PER_HOUR - 1],
    );
    return Math.max(0, row?.waitS ?? 0);
  }

  /** Voids the agent's earlier passcodes. */
  async expirePending(agentId: string): Promise<void> {
    await this.onboardings.update({ agentId, storedStatus: 'pending_otp' }, { storedStatus: 'expired' });
  }

  /** Inserts a pending onboarding, timed by the clock after the locks were acquired. */
  async insert(onboarding: NewOnboarding): Promise<Onboarding> {
    const clock = await this.sql.queryOne<{ now: Date }>('SELECT clock_timestamp() AS now');
    if (clock === null) throw new Error('the database has no clock');
    const createdAt = clock.now;
    await this.onboardings.insert({
      ...onboarding,
      storedStatus: 'pending_otp',
      expiresAt: new Date(createdAt.getTime() + PASSCODE_LIFETIME_MINUTES * 60_000),
      createdAt,
      updatedAt: createdAt,
    });
    return this.onboardings.findOneByOrFail({ id: onboarding.id });
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
   * Consumes the passcode. Accepts a passcode that expired after it was checked.
   *
   * @returns false when it was consumed or voided meanwhile
   */
  async complete(id: string): Promise<boolean> {
    const { affected } = await this.onboardings.update(
      { id, storedStatus: 'pending_otp' },
      { storedStatus: 'verified', verifiedAt: () => 'now()' },
    );
    return affected === 1;
  }

  private get onboardings() {
    return this.sql.repository(OnboardingEntity);
  }
}
