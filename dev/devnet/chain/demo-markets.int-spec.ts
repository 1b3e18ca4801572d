import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { viewCall } from '@app/chain';
import { DEMO_CREATOR, DEMO_MARKETS } from '@app/persistence';
import { testRun } from '../../../test/support/test-run.js';
import { findFreePort } from '../../../test/support/free-ports.js';
import { temporarySecrets } from '../secrets.js';
import { startPersistentChain, type RunningChain } from './chain.js';
import { callChain } from './chain-rpc.js';
import { DEMO_AGE_DAYS, discardUnfinishedChain, ensureDemoMarkets } from './demo-markets.js';
import { type DeploymentStore, ensureDeployed } from './deployment.js';

const DAY_S = 86_400;

describe('demo markets', () => {
  const { runFolder, folder: runPath } = testRun();
  const files = new Map<string, unknown>();
  const folder: DeploymentStore = {
    readJson: (name) => files.get(name) ?? null,
    writeJson: (name, value) => void files.set(name, value),
  };
  const startS = Math.floor(Date.now() / 1_000) - DEMO_AGE_DAYS * DAY_S;
  let chain: RunningChain;

  beforeAll(async () => {
    const name = `demo-${randomUUID()}`;
    const logFile = path.join(runPath, `${name}.log`);
    const port = await findFreePort();
    chain = await startPersistentChain({ port, logFile, runFolder, folder: path.join(runPath, name), startS });
  });
  afterAll(() => chain?.stop(5_000));

  const call = (method: string, ...params: readonly unknown[]) => callChain(chain.rpcUrl, method, params);
  const clockS = async (): Promise<number> => {
    const block = (await call('eth_getBlockByNumber', 'latest', false)) as { timestamp: string };
    return Number(block.timestamp);
  };

  async function readMarkets(factory: string): Promise<unknown[]> {
    const read = async (to: string, { data, decode }: { data: string; decode: (answer: string) => unknown }) =>
      decode(String(await call('eth_call', { to, data }, 'latest')));
    return Promise.all(
      DEMO_MARKETS.map(async ({ id }) => {
        const market = String(await read(factory, viewCall('factory', 'marketOf', [DEMO_CREATOR, id])));
        const [yes, no, status] = await Promise.all([
          read(market, viewCall('market', 'totalYes', [])),
          read(market, viewCall('market', 'totalNo', [])),
          read(market, viewCall('market', 'status', [])),
        ]);
        return [id.slice(-3), Math.round((100 * Number(yes)) / (Number(yes) + Number(no))), Number(status)];
      }),
    );
  }

  it('have histories of some weeks on a chain whose clock then is that of the machine, and are made once', async () => {
    const { rpcUrl } = chain;
    const deployment = await ensureDeployed({ folder, rpcUrl, faucetKey: temporarySecrets().faucetKey });
    expect(await clockS()).toBeLessThan(startS + DAY_S);
    expect(await ensureDemoMarkets({ folder, rpcUrl, deployment })).toBe(true);
    expect(Math.abs((await clockS()) - Date.now() / 1_000)).toBeLessThan(60);
    const expected = [
      ['101', 62, 0],
      ['102', 34, 0],
      ['103', 61, 0],
      ['104', 73, 0],
      ['105', 88, 2],
      ['106', 43, 3],
    ];
    expect(await readMarkets(deployment.factory)).toEqual(expected);
    expect(await ensureDemoMarkets({ folder, rpcUrl, deployment })).toBe(false);
  });

  it('are made on a new chain after an interruption, and otherwise stay', () => {
    const state = path.join(runPath, `state-${randomUUID()}`);
    const exists = (isComplete: boolean): boolean => {
      mkdirSync(state, { recursive: true });
      files.set('demo-markets.json', { isComplete });
      discardUnfinishedChain(folder, state);
      return existsSync(state);
    };
    expect([exists(true), exists(false)]).toEqual([true, false]);
  });
});
