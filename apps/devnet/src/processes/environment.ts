import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import type { StackConfig } from '../stack-config.js';

type Variables = Readonly<Record<string, string>>;

const PROVIDER_BLOCKCHAIN = 'ARC-TESTNET';
const MAIL_FROM = 'Presage <no-reply@presage.example>';
/** The local provider allows more than the public one's default. */
const PROVIDER_POSTS_PER_S = '1000';
/** Names that only worker and provider may be given. */
const PROVIDER_SECRETS = /^(PROVIDER_|FAUCET_)/;

/** The API is given no credential of the provider, not even one that stands in the user's environment. */
export function apiEnvironment(site: StackConfig): Variables {
  const inherited = Object.entries(site.inherited).filter(([name]) => !isProviderSetting(name));
  return {
    EXECUTION_ENABLED: 'true',
    ...Object.fromEntries(inherited),
    ...shared(site),
    API_HOST: site.apiHost,
    API_PORT: String(site.apiPort),
    METRICS_PORT: String(site.metricsPorts?.api ?? ''),
    PASSCODE_KEY: site.secrets.passcodeKey.reveal(),
  };
}

export function workerEnvironment(site: StackConfig, port: number): Variables {
  return {
    MAIL_FROM,
    PROVIDER_POSTS_PER_S,
    PROVIDER_FAUCET_NATIVE: 'true',
    ...site.inherited,
    ...shared(site),
    WORKER_PORT: String(port),
    METRICS_PORT: String(site.metricsPorts?.workers[site.workerPorts.indexOf(port)] ?? ''),
    INDEX_START_BLOCK: String(site.deployment.blockNumber),
    PASSCODE_KEY: site.secrets.passcodeKey.reveal(),
    SMTP_URL: `smtp://127.0.0.1:${site.smtpPort}`,
    PROVIDER_BASE_URL: `http://127.0.0.1:${site.providerPort}`,
    ...providerCredentials(site),
  };
}

export function providerEnvironment(site: StackConfig): Variables {
  return {
    ...site.inherited,
    NODE_ENV: 'development',
    ...chain(site),
    PROVIDER_PORT: String(site.providerPort),
    PROVIDER_DATA_DIR: site.providerDataDir,
    FAUCET_PRIVATE_KEY: site.secrets.faucetKey.reveal(),
    ...providerCredentials(site),
  };
}

function shared(site: StackConfig): Variables {
  return {
    NODE_ENV: 'development',
    DATABASE_URL: site.databaseUrl.reveal(),
    ...chain(site),
    FACTORY_ADDRESS: site.deployment.factory,
    EXPLORER_URL: site.rpcUrl,
  };
}

function chain({ rpcUrl, deployment }: StackConfig): Variables {
  return {
    CHAIN_RPC_URL: rpcUrl,
    CHAIN_ID: String(LOCAL_CHAIN_ID),
    CHAIN_DISPLAY_NAME: 'Presage devnet',
    COLLATERAL_ADDRESS: deployment.collateral,
    COLLATERAL_DECIMALS: '6',
  };
}

function providerCredentials({ secrets }: StackConfig): Variables {
  return {
    PROVIDER_API_KEY: secrets.providerApiKey.reveal(),
    PROVIDER_ENTITY_SECRET: secrets.providerEntitySecret.reveal(),
    PROVIDER_BLOCKCHAIN,
  };
}

function isProviderSetting(name: string): boolean {
  return PROVIDER_SECRETS.test(name) && name !== 'PROVIDER_WAIT_MS';
}
