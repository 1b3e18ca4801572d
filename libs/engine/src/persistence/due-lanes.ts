import type { Sql } from '@app/persistence';
import type { Lease } from '../domain/ports/engine-store.js';
import { claimDueLanes } from './lane-leases.js';

/** Lanes that fell due up to this long before a complete claim are looked for again: their rows may have been locked. */
const OVERLAP_MS = 10_000;
/** Interval of claims that look at all due times, for rows that were locked for longer than the overlap. */
const FULL_CLAIM_INTERVAL_MS = 600_000;
const BEGINNING = new Date(0);

/**
 * Claims due lanes and remembers until when it found all. Index entries of earlier due times are not read again. They stay
 * as long as the oldest snapshot: with one held over 300,000 lane turns, reading them took 600 ms.
 */
export class DueLanes {
  private since = BEGINNING;
  private claimedAllAtMs = 0;

  constructor(private readonly leaseMs: number) {}

  async claim(sql: Sql, limit: number): Promise<Lease[]> {
    const { leaseMs, since } = this;
    const { claimedAt, leases } = await claimDueLanes(sql, { limit, leaseMs, since });
    if (leases.length < limit) this.advance(claimedAt.getTime());
    return leases;
  }

  private advance(claimedAtMs: number): void {
    if (this.since === BEGINNING) this.claimedAllAtMs = claimedAtMs;
    const isFullNext = claimedAtMs - this.claimedAllAtMs >= FULL_CLAIM_INTERVAL_MS || claimedAtMs < this.claimedAllAtMs;
    this.since = isFullNext ? BEGINNING : new Date(claimedAtMs - OVERLAP_MS);
  }
}
