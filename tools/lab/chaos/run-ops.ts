import { execFile } from 'node:child_process';
import { builtFile } from '../../../dev/devnet/project-root.js';
import type { StackConfig } from '../../../dev/devnet/stack-config.js';
import { roleUrl } from '../../../test/support/stack/database-roles.js';
import { parseJson } from '../../support/json.js';

const OPS = 'apps/ops/src/main.ts';
const TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 2 ** 26;
/** Exit code of `verify` when it finds disagreements. */
const EXIT_FINDINGS = 1;

/** Runs an operator's command on the stack. @returns its JSON output */
export async function runOps(args: readonly string[], config: StackConfig): Promise<unknown> {
  const env = {
    ...config.inherited,
    NODE_ENV: 'development',
    DATABASE_URL: roleUrl(config.databaseUrls.api, 'ops').reveal(),
    CHAIN_RPC_URL: config.rpcUrl,
    FACTORY_ADDRESS: config.deployment.factory,
    COLLATERAL_ADDRESS: config.deployment.collateral,
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--enable-source-maps', builtFile(OPS), ...args, '--json'],
      { env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES },
      (error, stdout, stderr) => {
        if (error === null || error.code === EXIT_FINDINGS) return resolve(parseJson(stdout));
        reject(new Error(`ops ${args.join(' ')} failed: ${stderr}`));
      },
    );
  });
}
