import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { computeRef, deployContracts, encodeMarketCall, viewCall } from '@app/chain';
import { LOCAL_CHAIN_ID, startMemoryChain } from '../../../../dev/devnet/chain/chain.js';
import { callChain } from '../../../../dev/devnet/chain/chain-rpc.js';
import { fund } from '../../../../dev/devnet/chain/deployment.js';
import { findFreePort } from '../../../../dev/devnet/processes/ports.js';
import { temporarySecrets } from '../../../../dev/devnet/secrets.js';
import type { TestRun } from '../../../../dev/stack/test-run.js';

const MARKETS = 8;
const YEAR_S = 365 * 86_400;
const POLL_INTERVAL_MS = 50;
/** Account that the local chain signs for. */
const CREATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NO_MARKET = `0x${'0'.repeat(40)}`;

/** A chain with the contracts and a few open markets, which mines a block every second. */
export interface BenchChain {
  readonly url: string;
  readonly factory: string;
  readonly collateral: string;
  /** Addresses of the markets. */
  readonly markets: readonly string[];
}

export async function startBenchChain({ folder, runFolder }: TestRun): Promise<BenchChain> {
  const port = await findFreePort();
  const { rpcUrl: url } = await startMemoryChain({ port, logFile: path.join(folder, 'chain.log'), runFolder });
  const { faucetKey } = temporarySecrets();
  await fund(url, faucetKey);
  const deployment = await deployContracts({ rpcUrl: url, deployerKey: faucetKey, chainId: LOCAL_CHAIN_ID });
  const { factory, collateral } = deployment;
  const markets: string[] = [];
  while (markets.length < MARKETS) {
    markets.push(await createMarket({ url, factory, collateral }, `bench-${markets.length}`));
  }
  return { url, factory, collateral, markets };
}

/** @returns the market's address */
async function createMarket(
  { url, factory, collateral }: Pick<BenchChain, 'url' | 'factory' | 'collateral'>,
  id: string,
): Promise<string> {
  const nowS = Math.floor(Date.now() / 1000);
  const { callData } = encodeMarketCall(
    {
      ...{ function: 'createMarket', id, question: 'How many previews per second?', resolver: CREATOR },
      ...{ closeTimestampSeconds: nowS + YEAR_S, collateralToken: collateral },
    },
    { ref: computeRef(id), deadlineSeconds: nowS + YEAR_S },
  );
  await callChain(url, 'eth_sendTransaction', [{ from: CREATOR, to: factory, data: callData }]);
  const { data, decode } = viewCall('factory', 'marketOf', [CREATOR, id]);
  for (;;) {
    const market = decode(String(await callChain(url, 'eth_call', [{ to: factory, data }, 'latest'])));
    if (market !== NO_MARKET) return market.toLowerCase();
    await delay(POLL_INTERVAL_MS);
  }
}
