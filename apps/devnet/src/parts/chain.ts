import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { startChild, type RunningPart } from './child-part.js';
import type { RunFolder } from './run-folder.js';

export const LOCAL_CHAIN_ID = 31_999;
const POLL_MS = 20;
const READY_LIMIT_MS = 30_000;
const CALL_LIMIT_MS = 2_000;
/** States of this many blocks answer calls "as of" them; more would fill memory, or the disk, one copy a block. */
const KEPT_STATES = 32;

export interface ChainOptions {
  readonly port: number;
  readonly logFile: string;
  readonly runFolder: RunFolder;
  /** Where the chain is kept between runs; left out, it lives in memory. */
  readonly stateFile?: string;
}

export interface RunningChain extends RunningPart {
  readonly rpcUrl: string;
}

/**
 * Starts the local EVM chain on loopback and waits until it answers. A transaction is mined at once, and an empty block
 * every second keeps the chain's clock going.
 */
export async function startChain(options: ChainOptions): Promise<RunningChain> {
  const { port, logFile, runFolder, stateFile } = options;
  const part = await startChild({
    name: 'chain',
    command: anvilBinary(),
    args: [
      ...['--quiet', '--host', '127.0.0.1', '--port', String(port), '--chain-id', String(LOCAL_CHAIN_ID)],
      ...['--block-time', '1', '--mixed-mining', '--prune-history', String(KEPT_STATES)],
      ...(stateFile === undefined ? [] : ['--state', stateFile, '--state-interval', '1']),
    ],
    env: {},
    cwd: '/',
    log: logFile,
    stopSignal: 'SIGINT', // writes the state before it ends
    runFolder,
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  await untilReady(part, rpcUrl);
  return { ...part, rpcUrl };
}

/** One JSON-RPC call. @throws Error when there is no answer within two seconds, or the answer is an error */
export async function callChain(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw new Error(`the chain refuses ${method}`);
  }
  return answer.result;
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

async function untilReady(part: RunningPart, rpcUrl: string): Promise<void> {
  const ended = part.exited.then(() => true);
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    if (await answers(rpcUrl)) return;
    if (await Promise.race([ended, delay(POLL_MS, false)])) throw new Error('the local chain ended at its start');
  }
  await part.stop(0);
  throw new Error('the local chain does not answer');
}

async function answers(rpcUrl: string): Promise<boolean> {
  try {
    return Number(await callChain(rpcUrl, 'eth_chainId', [])) === LOCAL_CHAIN_ID;
  } catch {
    return false; // not listening yet
  }
}
