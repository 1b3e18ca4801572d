import type { Sql } from '@app/persistence';

/**
 * Wakes a wallet's lane: whatever changes what a lane can do says so in the transaction that changes it, after it has
 * locked the wallet. It stands beside the domain rather than in it, because it takes part in that transaction.
 */
export abstract class LaneSignal {
  /** Repeating it wakes the lane once more, which is harmless. */
  abstract changed(tx: Sql, walletId: string): Promise<void>;
}
