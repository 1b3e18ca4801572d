import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { Secret } from '@app/common';
import { CHAIN_FIELDS, type Environment, readSettings, SettingsError, WORKER_FIELDS } from '@app/config';
import { Wallet } from 'ethers';
import { DeployError, deploy, type Deployment } from './deploy.js';

/** Streams of the command: the process's streams, or a test's. */
export interface CommandStreams {
  input: AsyncIterable<string | Uint8Array>;
  out: (text: string) => void;
  err: (text: string) => void;
  env?: Environment;
}

const KEYSTORE_FIELDS = { KEYSTORE: WORKER_FIELDS.KEYSTORE, KEYSTORE_PASSPHRASE: WORKER_FIELDS.KEYSTORE_PASSPHRASE };

/** Polling interval for receipts, slow enough for a public node's limits. */
const POLLING_INTERVAL_MS = 250;

/** Runs `contracts:deploy`. Resolves to the exit code: 0 deployed, 1 failed, 2 usage error. */
export async function runDeployCommand(argv: readonly string[], streams: CommandStreams): Promise<number> {
  const command = createDeployCommand(streams.out);
  try {
    const options = command.parse(argv, { from: 'user' }).opts();
    const deployment = await deploy({
      ...options,
      rpcUrl:
        options.rpcUrl ??
        readSettings({ CHAIN_RPC_URL: CHAIN_FIELDS.CHAIN_RPC_URL }, streams.env).CHAIN_RPC_URL.reveal(),
      deployerKey:
        options.keyFile === undefined ? await openKeystore(streams.env) : await readKey(options.keyFile, streams.input),
      pollingIntervalMs: POLLING_INTERVAL_MS,
    });
    streams.out(`${JSON.stringify(deployment, null, 2)}\n`);
    streams.err(formatSettings(deployment, options.rpcUrl));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // the help is printed
    if (error instanceof CommanderError || error instanceof UsageError || error instanceof SettingsError) {
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
    .option(
      '--rpc-url <url>',
      'JSON-RPC of the chain; by default CHAIN_RPC_URL or the file of CHAIN_RPC_URL_FILE',
      parseUrl,
    )
    .option(
      '--key-file <file>',
      'file with the deployer\'s private key in hex; "-" reads it from standard input; by default the treasury deploys, of the keystore in KEYSTORE_FILE, with KEYSTORE_PASSPHRASE_FILE',
    )
    .option('--chain-id <n>', 'expected chain id; any other chain is rejected', parseChainId)
    .option('--collateral <address>', 'ERC-20 token that markets use; without it, a test token is deployed too')
    .configureOutput({ writeOut, writeErr: () => undefined })
    .exitOverride();
}

/** Does not quote an unknown option: it may be a pasted key. */
function usageMessage(error: Error): string {
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

/** Opens the keystore of the settings. Its own account is the treasury. */
async function openKeystore(env?: Environment): Promise<Secret> {
  const { KEYSTORE: json, KEYSTORE_PASSPHRASE: passphrase } = readSettings(KEYSTORE_FIELDS, env);
  if (json === undefined || passphrase === undefined)
    throw new UsageError('set --key-file, or KEYSTORE_FILE and KEYSTORE_PASSPHRASE_FILE');
  try {
    const { privateKey } = await Wallet.fromEncryptedJson(json.reveal(), passphrase.reveal());
    return new Secret(privateKey);
  } catch (error) {
    throw new DeployError('the keystore does not open with this passphrase', { cause: error });
  }
}

function formatSettings({ chainId, factory, collateral, blockNumber }: Deployment, rpcUrl: string | undefined): string {
  return [
    ...(rpcUrl === undefined ? [] : [`CHAIN_RPC_URL=${rpcUrl}`]),
    `CHAIN_ID=${chainId}`,
    `FACTORY_ADDRESS=${factory}`,
    `COLLATERAL_ADDRESS=${collateral}`,
    `INDEX_START_BLOCK=${blockNumber}`,
    '',
  ].join('\n');
}
