import type { Ledger } from '../chain/ledger.js';
import type { ExecutionRow, Tables } from '../memory/rows.js';
import type { World } from '../world/world.js';

/**
 * Checks that a claim fails for want of something to claim only if nothing can be claimed at the highest block that the
 * service had recorded when it read the lane. What can be claimed once can be claimed until it is.
 */
export class ClaimRefusals {
  private readonly recordedBlocks = new Map<string, number>();

  constructor(private readonly observed: { world: World; tables: Tables; ledger: Ledger }) {}

  laneRead(laneId: string): void {
    const executed = [...this.observed.tables.executions.values()].filter(({ status }) => status === 'executed');
    const blocks = executed.flatMap(({ steps }) => steps.map(({ blockNumber }) => blockNumber ?? 0));
    this.recordedBlocks.set(laneId, Math.max(0, ...blocks));
  }

  ended({ id, laneId, failure, walletAddress, marketContractAddress }: ExecutionRow): void {
    const { world, ledger } = this.observed;
    if (failure !== 'nothing_to_claim' || marketContractAddress === null) return;
    const recorded = this.recordedBlocks.get(laneId) ?? 0;
    const isDue = ledger.readAt(recorded, () => {
      const { status, winner } = ledger.state.markets.get(marketContractAddress) ?? { status: 'open', winner: null };
      const sides = status === 'cancelled' ? ['yes', 'no'] : status === 'resolved' ? [winner] : [];
      return sides.some(
        (side) => (ledger.state.stakes.get(`${marketContractAddress}|${side}|${walletAddress}`) ?? 0n) > 0n,
      );
    });
    if (isDue) world.violate('a_refusal_counts_at_its_height', `${id} at block ${recorded}`);
  }
}
