import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Public development accounts that every anvil starts with. */
export const ACCOUNTS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
] as const;
export const FIRST_ACCOUNT_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const CHAIN_ID = 31_999;

export interface Anvil {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a chain on a free port. Every transaction is mined at once, in its own block. */
export async function startAnvil(): Promise<Anvil> {
  const child = spawn(binary(), ['--port', '0', '--chain-id', String(CHAIN_ID), '--prune-history', '32'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`anvil ended before it listened: ${output}`)));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      // The pipe is drained until the process ends: a full pipe would block it.
      output = output.length < 10_000 ? output + chunk.toString() : output;
      const listening = /Listening on (\S+)/.exec(output);
      if (listening?.[1] !== undefined) resolve(listening[1]);
    });
  });
  return {
    url: `http://${address}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function binary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const manifest = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/package.json`);
  return path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}
