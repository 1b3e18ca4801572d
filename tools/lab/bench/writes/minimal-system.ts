import path from 'node:path';
import { deployContracts } from '@app/chain';
import { inheritedEnvironment } from '@app/config';
import { Wallet } from 'ethers';
import { LOCAL_CHAIN_ID, startMemoryChain } from '../../../../dev/devnet/chain/chain.js';
import { fund } from '../../../../dev/devnet/chain/deployment.js';
import { startNodeApp } from '../../../../dev/devnet/processes/node-app.js';
import { findFreePort } from '../../../../test/support/free-ports.js';
import { builtFile } from '../../../../dev/devnet/project-root.js';
import { temporarySecrets } from '../../../../dev/devnet/secrets.js';
import { StackProcess } from '../../../../test/support/stack/stack-process.js';
import type { TestRun } from '../../../../test/support/stack/test-run.js';
import { sendRedisCommand, startRedis } from '../../../../test/support/redis.js';
import { HttpConnection } from '../../../support/http-connection.js';
import { at, parseJson, textAt } from '../../../support/json.js';
import { BenchChain } from './bench-chain.js';
import { BuyWatcher } from './buy-watcher.js';
import type { MinimalOptions } from './minimal-program.js';
import type { WriteState, WriteSystem } from './write-system.js';

const PROGRAM = 'tools/lab/bench/writes/minimal-program.ts';

/** Starts the minimal program with its own chain and Redis. */
export async function openMinimal(run: TestRun, wallets: number, redisProgram: string): Promise<WriteSystem> {
  const { folder, runFolder } = run;
  const logFile = path.join(folder, 'minimal.log');
  const node = await startMemoryChain({ port: await findFreePort(), logFile, runFolder });
  const { faucetKey } = temporarySecrets();
  await fund(node.rpcUrl, faucetKey);
  const deployment = await deployContracts({ rpcUrl: node.rpcUrl, deployerKey: faucetKey, chainId: LOCAL_CHAIN_ID });
  const chain = await BenchChain.open({ rpcUrl: node.rpcUrl, deployment, pid: node.pid });
  const keys = Array.from({ length: wallets }, () => Wallet.createRandom());
  for (const { address } of keys) {
    await chain.fund(address);
    await chain.approve(address);
  }
  const redisPort = await findFreePort();
  const redis = await startRedis({ program: redisProgram, port: redisPort, logFile, runFolder });
  const launch = async (role: MinimalOptions['role']): Promise<StackProcess & { port?: number }> => {
    const port = await findFreePort();
    const options: MinimalOptions = {
      ...{ role, port, redisPort, rpcUrl: chain.rpcUrl, chainId: LOCAL_CHAIN_ID, market: chain.market },
      privateKeys: keys.map(({ privateKey }) => privateKey),
    };
    const url = `http://127.0.0.1:${port}`;
    const entry = builtFile(PROGRAM);
    const process = new StackProcess({
      ...{ name: `minimal-${role}`, url, readyUrl: `${url}/writes/0` },
      launch: (log) =>
        startNodeApp({
          name: `minimal-${role}`,
          entry,
          args: [JSON.stringify(options)],
          env: inheritedEnvironment(),
          runFolder,
          log,
        }),
    });
    await process.start();
    return process;
  };
  const [api, worker] = [await launch('api'), await launch('worker')];
  const connection = new HttpConnection(Number(new URL(api.url).port), 256);
  const watcher = new BuyWatcher(chain);
  void watcher.run();
  return {
    ...{ name: 'minimal program', chain, watcher, wallets },
    pids: () => ({ API: api.pid, worker: worker.pid, Redis: redis.pid }),
    submit: async (wallet, amount) => {
      const body = { wallet, amount: String(amount) };
      return textAt(parseJson((await connection.send({ method: 'POST', path: '/writes', body })).body), 'id');
    },
    readState: async (id) =>
      toState(at(parseJson((await connection.send({ method: 'GET', path: `/writes/${id}` })).body), 'status')),
    killWorker: async () => {
      await worker.kill('SIGKILL');
      await worker.start();
    },
    flushQueue: async () => void (await sendRedisCommand(redisPort, 'FLUSHALL')),
    stop: async () => {
      watcher.stop();
      for (const process of [api, worker]) await process.kill('SIGKILL');
    },
  };
}

function toState(status: unknown): WriteState {
  return status === 'mined' || status === 'failed' ? status : 'pending';
}
