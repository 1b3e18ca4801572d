import { ContractFixture, YEAR } from '../../../contracts/testing/fixture.js';

const MARKETS = 8;
const BLOCK_INTERVAL_S = 1;

/** A chain with the contracts and a few open markets, which mines a block every second. */
export interface BenchChain {
  readonly url: string;
  readonly factory: string;
  readonly collateral: string;
  /** Addresses of the markets. */
  readonly markets: readonly string[];
  readonly stop: () => Promise<void>;
}

export async function startBenchChain(): Promise<BenchChain> {
  const fixture = await ContractFixture.start();
  const { url, factory, collateral, chain, stop } = fixture;
  const markets: string[] = [];
  while (markets.length < MARKETS) {
    markets.push(await fixture.market({ closeTimestampSeconds: chain.now + YEAR }, []));
  }
  await chain.rpc('evm_setIntervalMining', [BLOCK_INTERVAL_S]);
  return { url, factory, collateral, markets, stop };
}
