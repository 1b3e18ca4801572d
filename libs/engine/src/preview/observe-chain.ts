import type { Clock } from '@app/common';
import { readFacts } from '../domain/chain-rules.js';
import type { PlannedStep } from '../domain/planned-step.js';
import type { Chain } from '../domain/ports/chain.js';
import type { Observation } from './chain-checks.js';

type ChainHead = Awaited<ReturnType<Chain['head']>>;

/** Reads after which a chain with a new block at every read is observed as it is. */
const MAX_READS = 3;

/**
 * Reads all facts at one block. Simulations always run on the newest block. When a new one arrives during the read,
 * everything is read again at that block.
 */
export async function observeChain(
  { chain, clock }: { chain: Chain; clock: Clock },
  step: PlannedStep,
  head: ChainHead,
  reads = 1,
): Promise<Observation> {
  const { blockNumber, timestampMs } = head;
  const { marketContractAddress } = step.intent;
  const [facts, market, newest] = await Promise.all([
    readFacts(chain, step, blockNumber),
    marketContractAddress === null ? null : chain.marketState(marketContractAddress, blockNumber),
    chain.head(),
  ]);
  if (newest.blockNumber !== blockNumber && reads < MAX_READS) {
    return observeChain({ chain, clock }, step, newest, reads + 1);
  }
  return {
    step,
    facts: { ...facts, pools: market?.pools ?? null },
    market,
    blockNumber,
    nowMs: Math.max(timestampMs, clock.nowMs()),
  };
}
