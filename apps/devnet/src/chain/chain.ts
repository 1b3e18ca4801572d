import { createRequire } from 'node:module';
import path from 'node:path';
import { SystemClock } from '@app/common';
import { BlockTicker } from './block-ticker.js';
import { callChain } from './chain-rpc.js';
import { ChainState } from './chain-state.js';
import { startChild, type RunningPart } from '../processes/child-part.js';
import { logTail } from '../processes/log-tail.js';
import type { RunFolder } from '../processes/run-folder.js';
import { untilReady } from '../processes/until-ready.js';

export const LOCAL_CHAIN_ID = 31_999;
const READY_LIMIT_MS = 120_000;
const TICK_MS = 1_000;
/** Several times between two writes of the state, which come every second: one of them finds the file at rest. */
const STATE_CHECK_MS = 300;
/** States of this many blocks answer calls "as of" them; more would fill memory, or the disk, one copy a block. */
const KEPT_STATES = 32;

export interface ChainOptions {
  readonly port: number;
  readonly logFile: string;
  readonly runFolder: RunFolder;
}

export interface RunningChain extends RunningPart {
  readonly rpcUrl: string;
}

/**
 * Starts a chain in memory on loopback and waits until it answers. A transaction is mined at once, and an empty block
 * every second keeps the chain's clock going.
 */
export function startMemoryChain(options: ChainOptions): Promise<RunningChain> {
  return startAnvil(options, ['--block-time', '1', '--mixed-mining']);
}

/**
 * Starts the chain that is kept in `folder`. It ticks like the one in memory while it is used, and more slowly the
 * longer nobody sends anything (see `BlockTicker`). A state that was cut off in the middle of a write is replaced by the
 * one before it, a second older.
 */
export async function startKeptChain(options: ChainOptions & { readonly folder: string }): Promise<RunningChain> {
  const state = new ChainState(options.folder);
  const chain = await startFrom(state, options);
  const clock = new SystemClock();
  const keeper = new BlockTicker({ call: (method) => callChain(chain.rpcUrl, method, []), clock });
  const timers = [
    setInterval(() => void keeper.tick(), TICK_MS),
    setInterval(() => state.keepIfWhole(clock.nowMs()), STATE_CHECK_MS),
  ];
  void chain.exited.then(() => timers.forEach(clearInterval));
  return chain;
}

async function startFrom(state: ChainState, options: ChainOptions): Promise<RunningChain> {
  state.prepare();
  const flags = ['--state', state.file, '--state-interval', '1'];
  try {
    return await startAnvil(options, flags);
  } catch (error) {
    if (!state.fallBack()) throw error;
    return startAnvil(options, flags);
  }
}

async function startAnvil({ port, logFile, runFolder }: ChainOptions, flags: readonly string[]): Promise<RunningChain> {
  const part = await startChild({
    name: 'chain',
    command: anvilBinary(),
    args: [
      ...['--quiet', '--host', '127.0.0.1', '--port', String(port), '--chain-id', String(LOCAL_CHAIN_ID)],
      ...['--prune-history', String(KEPT_STATES), ...flags],
    ],
    env: {},
    cwd: '/',
    log: logFile,
    stopSignal: 'SIGINT', // writes the state before it ends
    runFolder,
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  const outcome = await untilReady(part, { isReady: () => answers(rpcUrl), limitMs: READY_LIMIT_MS });
  if (outcome !== 'ready') throw new Error(`the local chain does not start:\n${logTail(logFile)}`);
  return { ...part, rpcUrl };
}

function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil');
  } catch (cause) {
    throw new Error(`the local chain is not packaged for this platform (${name} is not installed)`, { cause });
  }
}

async function answers(rpcUrl: string): Promise<boolean> {
  try {
    return Number(await callChain(rpcUrl, 'eth_chainId', [])) === LOCAL_CHAIN_ID;
  } catch {
    return false; // not listening yet
  }
}
