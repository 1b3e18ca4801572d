import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { viewCall } from '@app/chain';
import { testRun } from '../../../test/support/test-run.js';
import { findFreePort } from '../../../test/support/free-ports.js';
import { temporarySecrets } from '../secrets.js';
import { startMemoryChain, type RunningChain } from './chain.js';
import { callChain } from './chain-rpc.js';
import { ensureDemoMarket } from './demo-market.js';
import { type DeploymentStore, ensureDeployed } from './deployment.js';

describe('ensureDemoMarket', () => {
  const { runFolder, folder: runPath } = testRun();
  const files = new Map<string, unknown>();
  const folder: DeploymentStore = {
    readJson: (name) => files.get(name) ?? null,
    writeJson: (name, value) => void files.set(name, value),
  };
  let chain: RunningChain;

  beforeAll(async () => {
    const logFile = path.join(runPath, `demo-${randomUUID()}.log`);
    chain = await startMemoryChain({ port: await findFreePort(), logFile, runFolder });
  });
  afterAll(() => chain?.stop(5_000));

  it('creates one open market with stakes on both sides for each deployment', async () => {
    const { rpcUrl } = chain;
    const deployment = await ensureDeployed({ folder, rpcUrl, faucetKey: temporarySecrets().faucetKey });
    expect(await ensureDemoMarket({ folder, rpcUrl, deployment })).toBe(true);
    expect(await ensureDemoMarket({ folder, rpcUrl, deployment })).toBe(false);
    const { market } = files.get('demo-market.json') as { market: string };
    const read = async (name: 'isOpen' | 'totalYes' | 'totalNo'): Promise<unknown> => {
      const call = viewCall('market', name, []);
      return call.decode(String(await callChain(rpcUrl, 'eth_call', [{ to: market, data: call.data }, 'latest'])));
    };
    expect([await read('isOpen'), await read('totalYes'), await read('totalNo')]).toEqual([
      true,
      60_000_000n,
      40_000_000n,
    ]);
  });
});
