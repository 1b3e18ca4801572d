import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosChain } from './chaos-chain.js';
import type { ChaosStack } from './chaos-stack.js';
import { type Fault, FIRE_TIMEOUT_MS, POLL_INTERVAL_MS } from './fault.js';

const BASE_FEE_FACTOR = 20n;

/** Faults of the chain's node on transactions that the workers sign. */
export const CHAIN_FAULTS: readonly Fault[] = [
  whileHeld('chain: pool lost', (chain) => chain.dropPool()),
  whileHeld('chain: base fee raised', (chain) => chain.raiseBaseFee(BASE_FEE_FACTOR)),
];

/** Injects the fault while the pool holds transactions. */
function whileHeld(name: string, inject: (chain: ChaosChain) => Promise<void>): Fault {
  return {
    name,
    short: true,
    ahead: true,
    custody: 'keystore',
    inject: async ({ chain }: ChaosStack) => {
      await chain.holdBlocks();
      const size = await untilPooled(chain);
      await inject(chain);
      await chain.release();
      return size;
    },
  };
}

/** Waits for a transaction in the pool. @returns the number of transactions */
async function untilPooled(chain: ChaosChain): Promise<number> {
  const until = Date.now() + FIRE_TIMEOUT_MS;
  for (;;) {
    const size = await chain.poolSize();
    if (size > 0 || Date.now() > until) return size;
    await delay(POLL_INTERVAL_MS);
  }
}
