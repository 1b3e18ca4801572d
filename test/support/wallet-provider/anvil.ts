import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';

export const CHAIN_ID = 31_999;
/** The first of the public accounts that every anvil funds. */
export const FIRST_ACCOUNT_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export interface Anvil {
  readonly url: string;
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  stop(): Promise<void>;
}

/** A chain of the test's own on a free port, mining at once and every second, as the local chain does. */
export async function startAnvil(): Promise<Anvil> {
  const flags = [
    '--port',
    '0',
    '--chain-id',
    String(CHAIN_ID),
    '--block-time',
    '1',
    '--mixed-mining',
    '--prune-history',
    '32',
  ];
  const child = spawn(binary(), flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error('anvil ended before it listened')));
    child.stdout.on('data', (chunk: Buffer) => {
      // Read to the end of its life, so that a full pipe never stops it; kept only until it says where it listens.
      output = output.length < 10_000 ? output + chunk.toString() : output;
      const listening = /Listening on (\S+)/.exec(output);
      if (listening?.[1] !== undefined) resolve(`http://${listening[1]}`);
    });
  });
  return {
    url,
    rpc: (method, ...params) => rpc(url, method, params),
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

function binary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const manifest = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/package.json`);
  return path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}
