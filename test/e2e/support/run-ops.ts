import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from '../../support/index.js';

const OPS = path.resolve(import.meta.dirname, '../../../dist/apps/ops/src/main.js');

/** Runs an operator's command against the stack, in a process of its own that has only these settings. */
export async function runOps(
  { databaseUrl, rpcUrl, deployment }: Stack,
  words: readonly string[],
): Promise<{ code: number; out: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    CHAIN_RPC_URL: rpcUrl,
    FACTORY_ADDRESS: deployment.factory,
    COLLATERAL_ADDRESS: deployment.collateral,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [OPS, ...words], { env });
    return { code: 0, out: stdout };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, out: failed.stdout + failed.stderr };
  }
}
