import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosChain } from './chaos-chain.js';
import type { ChaosStack } from './chaos-stack.js';
import { type Fault, FIRE_TIMEOUT_MS, POLL_INTERVAL_MS } from './fault.js';

const BASE_FEE_FACTOR = 20n;
const HELD_FACTOR = 200n;
const HELD_MS = 80_000;
/** Transactions of a wallet, of which one is in the middle. */
const MANY = 3;
const REORGANISED_DEPTHS = [1, 4];

/** Faults of the chain's node on transactions that the workers sign. */
export const CHAIN_FAULTS: readonly Fault[] = [
  whileHeld('chain: pool lost', (chain) => chain.dropPool()),
  whileHeld('chain: base fee raised', (chain) => chain.raiseBaseFee(BASE_FEE_FACTOR)),
  { name: 'chain: base fee held up for 80 s', ahead: true, custody: 'keystore', inject: holdBaseFee },
  ...REORGANISED_DEPTHS.map(reorganised),
  whileHeld('chain: transaction of a wallet lost in the middle', async (chain) => {
    const pooled = await untilMany(chain);
    await chain.dropTransaction(pooled[Math.floor(pooled.length / 2)] ?? '');
  }),
  whileHeld('chain: reorganised in the middle of a wallet', async (chain) => {
    await untilMany(chain);
    await chain.mine();
    await untilMany(chain);
    await chain.mine();
    await chain.reorganise(1);
  }),
];

async function holdBaseFee({ chain }: ChaosStack): Promise<number> {
  await chain.holdBaseFee(HELD_FACTOR, HELD_MS);
  return 1;
}

/** Buys, and deeper ones also approvals, lose their blocks. */
function reorganised(depth: number): Fault {
  return {
    name: `chain: ${depth} blocks reorganised`,
    short: true,
    custody: 'keystore',
    inject: async ({ chain }: ChaosStack, random) => {
      await delay(random.between(200, 1_500));
      await chain.reorganise(depth);
      return 1;
    },
  };
}

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

/** Waits for several transactions of one wallet in the pool, for a while. */
async function untilMany(chain: ChaosChain): Promise<readonly string[]> {
  const until = Date.now() + FIRE_TIMEOUT_MS;
  for (;;) {
    const pooled = await chain.listLongest();
    if (pooled.length >= MANY || Date.now() > until) return pooled;
    await delay(POLL_INTERVAL_MS);
  }
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
