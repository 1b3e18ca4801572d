import type { Lease } from '../domain/ports/engine-store.js';

/** Counts the lanes in service of each account. Lanes without an account share with no other. */
export class AccountShares {
  private readonly counts = new Map<string, number>();

  /** Lanes in service by account. */
  get all(): ReadonlyMap<string, number> {
    return this.counts;
  }

  countOf({ accountId }: Lease): number {
    return this.counts.get(accountId ?? '') ?? 0;
  }

  add(lease: Lease, change: 1 | -1): void {
    if (lease.accountId === undefined || lease.accountId === null) return;
    const count = this.countOf(lease) + change;
    if (count === 0) this.counts.delete(lease.accountId);
    else this.counts.set(lease.accountId, count);
  }
}
