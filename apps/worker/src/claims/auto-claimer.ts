import { Inject, Injectable } from '@nestjs/common';
import { AppError, Clock, ExpiringMap, type IntervalLoop } from '@app/common';
import { AutoClaimsService, type ClaimOutcome, type DueClaim, DueClaimsRepository } from '@app/intents';
import { Logger, loggedLoop, LoopService } from '@app/observability';

/** Injection token of the depth in blocks from which a resolution or cancellation is final. */
export const CLAIM_CONFIRMATIONS = Symbol('ClaimConfirmations');
const INTERVAL_MS = 1_000;
const IDLE_MS = 5_000;
/** Wallets whose claims are accepted at a time. */
const CONCURRENCY = 16;
/** Pause after a refusal. A refused claim costs the node a few reads, and most refusals last. */
const REFUSED_MS = 15_000;

/** Accepts the due claims of wallets with `auto_claim`, every second while there are any. Several workers may do so. */
@Injectable()
export class AutoClaimer extends LoopService {
  protected readonly loop: IntervalLoop;
  /** Agents and claims that were refused, by key. */
  private readonly refused: ExpiringMap<true>;
  private isClosing = false;

  constructor(
    @Inject(CLAIM_CONFIRMATIONS) private readonly confirmations: number,
    private readonly due: DueClaimsRepository,
    private readonly claims: AutoClaimsService,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    super();
    this.refused = new ExpiringMap(clock);
    this.loop = loggedLoop({
      intervalMs: INTERVAL_MS,
      idleMs: IDLE_MS,
      work: () => this.claimDue(),
      log,
      failed: { event: 'claims.interrupted' },
      recovered: { event: 'claims.recovered' },
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await super.beforeApplicationShutdown();
  }

  async claimDue(): Promise<'idle' | undefined> {
    const byAgent = new Map<string, DueClaim[]>();
    for (const claim of await this.due.list(this.confirmations)) {
      byAgent.set(claim.agentId, [...(byAgent.get(claim.agentId) ?? []), claim]);
    }
    if (byAgent.size === 0) return 'idle';
    // Workers start with different wallets.
    const wallets = [...byAgent.values()].toSorted(() => Math.random() - 0.5);
    const workOff = async (): Promise<void> => {
      for (let next = wallets.pop(); next !== undefined; next = wallets.pop()) await this.claimOfWallet(next);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, workOff));
    return undefined;
  }

  /** Accepts the oldest claims of a wallet, until it takes no more now. */
  private async claimOfWallet(claims: readonly DueClaim[]): Promise<void> {
    for (const claim of claims) {
      const { agentId, marketContractAddress } = claim;
      const key = `${agentId} ${marketContractAddress}`;
      if (this.isClosing || this.refused.get(agentId) === true) return;
      if (this.refused.get(key) === true) continue;
      const outcome = await this.accept(claim);
      if (outcome === 'not_now') return;
      if (outcome !== 'accepted') {
        this.refused.set(outcome === 'refused' ? key : agentId, true, this.clock.nowMs() + REFUSED_MS);
      }
    }
  }

  private async accept(claim: DueClaim): Promise<ClaimOutcome> {
    try {
      return await this.claims.accept(claim);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { agentId, marketContractAddress } = claim;
      this.log.info({ event: 'claims.refused', agentId, marketContractAddress, code: error.code });
      return 'refused';
    }
  }
}
