import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { Secret } from '@app/common';
import { DeployError, deploy, type Deployment } from './deploy.js';

/** Streams of the command: the process's streams, or a test's. */
export interface CommandStreams {
  input: AsyncIterable<string | Uint8Array>;
  out: (text: string) => void;
  err: (text: string) => void;
}

/** Polling interval for receipts, slow enough for a public node's limits. */
const POLLING_INTERVAL_MS = 250;

/** Runs `contracts:deploy`. Resolves to the exit code: 0 deployed, 1 failed, 2 usage error. */
export async function runDeployCommand(argv: readonly string[], streams: CommandStreams): Promise<number> {
  const command = createDeployCommand(streams.out);
  try {
    const options = command.parse(argv, { from: 'user' }).opts();
    const deployment = await deploy({
      ...options,
      deployerKey: await readKey(options.keyFile, streams.input),
      pollingIntervalMs: POLLING_INTERVAL_MS,
    });
    streams.out(`${JSON.stringify(deployment, null, 2)}\n`);
    streams.err(formatSettings(deployment, options.rpcUrl));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // the help is printed
    if (error instanceof CommanderError || error instanceof UsageError) {
      streams.err(`${usageMessage(error)}\n\n${command.helpInformation()}`);
      return 2;
    }
    if (!(error instanceof DeployError)) throw error;
    streams.err(`not deployed: ${error.message}\n`);
    return 1;
  }
}

class UsageError extends Error {}

/** The inferred return type holds the types of the options. */
function createDeployCommand(writeOut: (text: string) => void) {
  return new Command('npm run contracts:deploy --')
    .description(
      'Deploys the market contracts. Prints the deployment as JSON to standard output, and the settings for .env to standard error.',
    )
    .requiredOption('--rpc-url <url>', 'JSON-RPC of the chain', parseUrl)
    .requiredOption(
      '--key-file <file>',
      'file with the deployer\'s private key in hex; "-" reads it from standard input',
    )
    .option('--chain-id <n>', 'expected chain id; any other chain is rejected', parseChainId)
    .option('--collateral <address>', 'ERC-20 token that markets use; without it, a test token is deployed too')
    .configureOutput({ writeOut, writeErr: () => undefined })
    .exitOverride();
}

/** Does not quote an unknown option: it may be a pasted key. */
function usageMessage(error: CommanderError | UsageError): string {
  if (error instanceof CommanderError && error.code === 'commander.unknownOption') return 'unknown option';
  return error.message.replace(/^error: /, '');
}

function parseUrl(text: string): string {
  if (URL.canParse(text)) return text;
  throw new UsageError('--rpc-url must be a URL');
}

function parseChainId(text: string): number {
  const chainId = Number(text);
  if (Number.isSafeInteger(chainId) && chainId > 0) return chainId;
  throw new UsageError('--chain-id must be a positive integer');
}

async function readKey(file: string, input: AsyncIterable<string | Uint8Array>): Promise<Secret> {
  if (file === '-') return new Secret((await text(input)).trim());
  try {
    return new Secret((await readFile(file, 'utf8')).trim());
  } catch {
    throw new UsageError(`--key-file: ${file} cannot be read`);
  }
}

function formatSettings({ chainId, factory, collateral, blockNumber }: Deployment, rpcUrl: string): string {
  return [
    `# deployed in block ${blockNumber}`,
    `CHAIN_RPC_URL=${rpcUrl}`,
    `CHAIN_ID=${chainId}`,
    `FACTORY_ADDRESS=${factory}`,
    `COLLATERAL_ADDRESS=${collateral}`,
    '',
  ].join('\n');
}
