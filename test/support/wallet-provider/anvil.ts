import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { LOCAL_CHAIN_ID, startMemoryChain } from '../../../dev/devnet/chain/chain.js';
import { findFreePort } from '../free-ports.js';
import { testRun } from '../test-run.js';

export const CHAIN_ID = LOCAL_CHAIN_ID;
/** Key of the first account that every anvil funds. */
export const FIRST_ACCOUNT_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export interface Anvil {
  readonly url: string;
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a chain for one test file. */
export async function startAnvil(): Promise<Anvil> {
  const { folder, runFolder } = testRun();
  const logFile = path.join(folder, `chain-${randomUUID()}.log`);
  const chain = await startMemoryChain({ port: await findFreePort(), logFile, runFolder });
  return {
    url: chain.rpcUrl,
    rpc: async <T>(method: string, ...params: readonly unknown[]) =>
      (await callChain(chain.rpcUrl, method, params)) as T,
    stop: () => chain.stop(0),
  };
}
