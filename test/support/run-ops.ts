import { execFile } from 'node:child_process';
import { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { builtFile } from '../../dev/devnet/project-root.js';
import { roleUrl } from './stack/database-roles.js';
import type { Stack } from './stack/open-stack.js';

const MAX_OUTPUT_BYTES = 2 ** 26;

export interface OpsResult {
  code: number;
  /** Standard output, and after a failure also standard error. */
  out: string;
  stderr: string;
}

/** The part of a stack that the commands work on. */
export type OpsTarget = Pick<Stack, 'databaseUrl' | 'rpcUrl' | 'deployment'>;

/** Settings of `npm run ops` for the stack. */
export function opsSettings({ databaseUrl, rpcUrl, deployment }: OpsTarget): Record<string, string> {
  return {
    DATABASE_URL: roleUrl(new Secret(databaseUrl), 'ops').reveal(),
    CHAIN_RPC_URL: rpcUrl,
    FACTORY_ADDRESS: deployment.factory,
    COLLATERAL_ADDRESS: deployment.collateral,
  };
}

/** Runs an operator's command against the stack, as a process that has only the settings it needs. */
export async function runOps(
  target: OpsTarget,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<OpsResult> {
  const env = {
    ...settings,
    PATH: inheritedEnvironment().PATH,
    ...opsSettings(target),
  };
  const args = [builtFile('apps/ops/src/main.ts'), ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : -1;
      resolve(error === null ? { code: 0, out: stdout, stderr } : { code, out: stdout + stderr, stderr });
    });
  });
}
