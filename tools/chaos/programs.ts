import { execFile } from 'node:child_process';
import { builtFile } from '../../apps/devnet/src/project-root.js';
import type { StackConfig } from '../../apps/devnet/src/stack-config.js';
import { parseJson } from '../support/json.js';

const LIMIT_MS = 300_000;
const EXIT_FOUND_SOMETHING = 1;

/** Runs one of the operator's programs against the product, as it would be run by hand. @returns what it says as JSON */
export async function runProgram(source: string, args: readonly string[], site: StackConfig): Promise<unknown> {
  const env = {
    ...site.inherited,
    NODE_ENV: 'development',
    DATABASE_URL: site.databaseUrl.reveal(),
    CHAIN_RPC_URL: site.rpcUrl,
    FACTORY_ADDRESS: site.deployment.factory,
    COLLATERAL_ADDRESS: site.deployment.collateral,
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--enable-source-maps', builtFile(source), ...args, '--json'],
      { env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error === null || error.code === EXIT_FOUND_SOMETHING) return resolve(parseJson(stdout));
        reject(new Error(`${source} failed: ${stderr}`));
      },
    );
  });
}
