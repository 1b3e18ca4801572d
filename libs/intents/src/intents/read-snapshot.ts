import type { Chain } from '@app/chain';
import type { Clock } from '@app/common';
import { computeStake, type PlannedStep, readFacts } from '@app/engine';
import type { ChainSnapshot } from './chain-checks.js';
import type { RecentHead } from './recent-head.js';

/** Reads after which a chain with a new block at every read is observed as it is. */
const MAX_READS = 3;

/**
 * Reads all facts at one block. A buy whose stake the market's allowance covers is read as a step without an approval.
 * Simulations always run on the newest block. When a new one arrived before or during the read, everything is read again at
 * that block. The head is read together with the facts, so that they share a request.
 */
export async function readSnapshot(
  { chain, heads, clock }: { chain: Chain; heads: RecentHead; clock: Clock },
  step: PlannedStep,
): Promise<ChainSnapshot> {
  const { walletAddress: owner, intent } = step;
  const { marketContractAddress: spender } = intent;
  const stake = computeStake(step);
  let block = await heads.recent();
  for (let reads = 1; ; reads += 1) {
    const reading = Promise.all([
      readFacts(chain, step, block.blockNumber),
      spender === null ? null : chain.marketState(spender, block.blockNumber),
      spender === null || stake === null ? 0n : chain.allowance({ owner, spender }),
    ]);
    // A market may be newer than the block: its read fails there, and is repeated at the newest one.
    const [newest] = await Promise.all([heads.read(), Promise.allSettled([reading])]);
    if (newest.blockHash === block.blockHash || reads === MAX_READS) {
      const [facts, market, allowance] = await reading;
      const { blockNumber, timestampMs } = block;
      const nowMs = Math.max(timestampMs, clock.nowMs());
      const height = Math.min(blockNumber, newest.blockNumber);
      const read = { market, allowance, blockNumber, height, nowMs };
      const pools = market?.pools ?? null;
      if (stake === null || allowance < stake.amountBaseUnits) return { step, facts: { ...facts, pools }, ...read };
      return { step: { ...step, kind: 'main' }, facts: { ...facts, pools }, ...read };
    }
    block = newest;
  }
}
