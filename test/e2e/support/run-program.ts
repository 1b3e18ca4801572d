import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from '../../support/index.js';

const PROGRAMS = path.resolve(import.meta.dirname, '../../../dist/apps');

/** Runs an operator's program against the stack, as a process of its own with nothing but these settings. */
export async function runProgram(
  { databaseUrl, rpcUrl, deployment }: Stack,
  program: 'ops' | 'verify',
  words: readonly string[],
): Promise<{ code: number; out: string }> {
  const file = path.join(PROGRAMS, program, 'src/main.js');
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    CHAIN_RPC_URL: rpcUrl,
    FACTORY_ADDRESS: deployment.factory,
    COLLATERAL_ADDRESS: deployment.collateral,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { env });
    return { code: 0, out: stdout };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, out: failed.stdout + failed.stderr };
  }
}
