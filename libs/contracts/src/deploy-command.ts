import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Secret } from '@app/common';
import { DeployError, deployContracts, type Deployment, type DeployOptions } from './deploy.js';

/** Streams of the command: the process's streams, or a test's. */
export interface CommandStreams {
  input: AsyncIterable<string | Uint8Array>;
  out: (text: string) => void;
  err: (text: string) => void;
}

const HELP = `Deploys the market contracts.

  npm run contracts:deploy -- --rpc-url URL --key-file FILE [--chain-id N] [--collateral ADDRESS]

  --rpc-url     JSON-RPC of the chain
  --key-file    file with the deployer's private key in hex; "-" reads it from standard input
  --chain-id    expected chain id; any other chain is rejected
  --collateral  ERC-20 token that markets use; without it, a test token is deployed too

Prints the deployment as JSON to standard output, and the settings for .env to standard error.
`;
const OPTIONS = {
  'rpc-url': { type: 'string' },
  'key-file': { type: 'string' },
  'chain-id': { type: 'string' },
  collateral: { type: 'string' },
  help: { type: 'boolean' },
} as const;
/** Polling interval for receipts, slow enough for a public node's limits. */
const POLLING_INTERVAL_MS = 250;

/** Runs `contracts:deploy`. Resolves to the exit code: 0 deployed, 1 failed, 2 usage error. */
export async function runDeployCommand(argv: readonly string[], streams: CommandStreams): Promise<number> {
  try {
    const options = await readOptions(argv, streams.input);
    if (options === 'help') {
      streams.out(HELP);
      return 0;
    }
    const deployment = await deployContracts(options);
    streams.out(`${JSON.stringify(deployment, null, 2)}\n`);
    streams.err(settingsOf(deployment, options.rpcUrl));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      streams.err(`${error.message}\n\n${HELP}`);
      return 2;
    }
    if (!(error instanceof DeployError)) throw error;
    streams.err(`not deployed: ${error.message}\n`);
    return 1;
  }
}

class UsageError extends Error {}

async function readOptions(
  argv: readonly string[],
  input: AsyncIterable<string | Uint8Array>,
): Promise<DeployOptions | 'help'> {
  const values = parse(argv);
  if (values.help === true) return 'help';
  const rpcUrl = values['rpc-url'];
  const keyFile = values['key-file'];
  if (rpcUrl === undefined || !URL.canParse(rpcUrl)) throw new UsageError('--rpc-url must be a URL');
  if (keyFile === undefined) throw new UsageError('--key-file is missing');
  return {
    rpcUrl,
    deployerKey: await readKey(keyFile, input),
    pollingIntervalMs: POLLING_INTERVAL_MS,
    ...(values['chain-id'] === undefined ? {} : { chainId: chainIdOf(values['chain-id']) }),
    ...(values.collateral === undefined ? {} : { collateral: values.collateral }),
  };
}

function parse(argv: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'] {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch {
    // Does not quote the argument: it may be a pasted key.
    throw new UsageError('unknown argument');
  }
}

async function readKey(file: string, input: AsyncIterable<string | Uint8Array>): Promise<Secret> {
  if (file === '-') return new Secret((await text(input)).trim());
  try {
    return new Secret((await readFile(file, 'utf8')).trim());
  } catch {
    throw new UsageError(`--key-file: ${file} cannot be read`);
  }
}

function chainIdOf(value: string): number {
  const chainId = Number(value);
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw new UsageError('--chain-id must be a positive integer');
  return chainId;
}

function settingsOf({ chainId, factory, collateral, blockNumber }: Deployment, rpcUrl: string): string {
  return [
    `# deployed in block ${blockNumber}`,
    `CHAIN_RPC_URL=${rpcUrl}`,
    `CHAIN_ID=${chainId}`,
    `FACTORY_ADDRESS=${factory}`,
    `COLLATERAL_ADDRESS=${collateral}`,
    '',
  ].join('\n');
}
