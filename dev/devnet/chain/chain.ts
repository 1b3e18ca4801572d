import { createRequire } from 'node:module';
import path from 'node:path';
import { SystemClock } from '@app/common';
import { logTail } from '../processes/log-tail.js';
import { pollUntilReady } from '../processes/poll-until-ready.js';
import type { RunFolder } from '../processes/run-folder.js';
import { startProcess, type RunningProcess } from '../processes/start-process.js';
import { BlockTicker } from './block-ticker.js';
import { callChain } from './chain-rpc.js';
import { ChainState } from './chain-state.js';

export const LOCAL_CHAIN_ID = 31_999;
const READY_TIMEOUT_MS = 120_000;
const TICK_INTERVAL_MS = 1_000;
/** Shorter than anvil's write interval of one second, so that some check finds the state file complete. */
const STATE_CHECK_INTERVAL_MS = 300;
/** Blocks whose state is kept for calls at a past block. Each state is a full copy in memory or on disk. */
const MAX_KEPT_STATES = 32;

export interface ChainOptions {
  readonly port: number;
  readonly logFile: string;
  readonly runFolder: RunFolder;
}

export interface PersistentChainOptions extends ChainOptions {
  readonly folder: string;
  /** Unix seconds at which a new chain's clock starts; null for now. */
  readonly startS: number | null;
}

export interface RunningChain extends RunningProcess {
  readonly rpcUrl: string;
}

/** Starts a chain in memory, on loopback. It mines each transaction at once, and an empty block every second. */
export function startMemoryChain(options: ChainOptions): Promise<RunningChain> {
  return startAnvil(options, ['--block-time', '1', '--mixed-mining']);
}

/**
 * Starts the chain that is stored in `folder`. It mines each transaction at once, and empty blocks by `BlockTicker`.
 * A state file truncated by a kill is replaced by the previous one, which is at most about a second older.
 */
export async function startPersistentChain(options: PersistentChainOptions): Promise<RunningChain> {
  const state = new ChainState(options.folder);
  const chain = await startFromState(state, options);
  const clock = new SystemClock();
  const ticker = new BlockTicker({ call: (method) => callChain(chain.rpcUrl, method, []), clock });
  const timers = [
    setInterval(() => void ticker.tick(), TICK_INTERVAL_MS),
    setInterval(() => state.keepIfComplete(clock.nowMs()), STATE_CHECK_INTERVAL_MS),
  ];
  void chain.exited.then(() => timers.forEach(clearInterval));
  return chain;
}

async function startFromState(state: ChainState, options: PersistentChainOptions): Promise<RunningChain> {
  state.prepare();
  const { startS } = options;
  const isNew = startS !== null && !state.exists;
  const flags = ['--state', state.file, '--state-interval', '1', ...(isNew ? ['--timestamp', String(startS)] : [])];
  try {
    return await startAnvil(options, flags);
  } catch (error) {
    if (!state.restoreComplete()) throw error;
    return startAnvil(options, flags);
  }
}

async function startAnvil({ port, logFile, runFolder }: ChainOptions, flags: readonly string[]): Promise<RunningChain> {
  const running = await startProcess({
    name: 'chain',
    command: anvilBinary(),
    args: [
      '--quiet',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--chain-id',
      String(LOCAL_CHAIN_ID),
      // Without CORS, no page in the developer's browser can send calls: they need a JSON content type.
      '--prune-history',
      String(MAX_KEPT_STATES),
      '--no-cors',
      ...flags,
    ],
    env: {},
    cwd: '/',
    log: logFile,
    stopSignal: 'SIGINT', // writes the state before the exit
    runFolder,
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  const outcome = await pollUntilReady(running, { isReady: () => answers(rpcUrl), timeoutMs: READY_TIMEOUT_MS });
  if (outcome !== 'ready') throw new Error(`the local chain did not start:\n${logTail(logFile)}`);
  return { ...running, rpcUrl };
}

function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil');
  } catch (cause) {
    throw new Error(`the local chain is not packaged for this platform: ${name} is not installed`, { cause });
  }
}

async function answers(rpcUrl: string): Promise<boolean> {
  try {
    return Number(await callChain(rpcUrl, 'eth_chainId', [])) === LOCAL_CHAIN_ID;
  } catch {
    return false; // not listening yet
  }
}
