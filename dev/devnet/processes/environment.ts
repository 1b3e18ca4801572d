import { API_FIELDS, variablesOf, WEBHOOKS_FIELDS, WORKER_FIELDS } from '@app/config';
import { LOCAL_CHAIN_ID } from '../chain/chain.js';
import { mcpUrl, urlHost } from '../cli/url-host.js';
import type { StackConfig } from '../stack-config.js';

type Variables = Readonly<Record<string, string>>;

const PROVIDER_BLOCKCHAIN = 'ARC-TESTNET';
const MAIL_FROM = 'Presage <no-reply@presage.example>';
/** POST requests per second that workers send; the public provider allows fewer. */
const PROVIDER_POSTS_PER_S = '1000';
/** Every client is on this machine, and the mailbox is local. */
const PASSCODES_WITHOUT_LIMITS = { PASSCODE_CLIENT_LIMIT: '0', PASSCODE_SERVICE_LIMIT: '0' };
/** Settings that only worker and provider receive. */
const PROVIDER_SETTINGS = /^(PROVIDER_|FAUCET_|KEYSTORE|STEP_SEAL_KEY)/;
/** Settings that the process which delivers webhooks does not receive. */
const OTHERS_SETTINGS = new Set(
  Object.entries({ ...API_FIELDS, ...WORKER_FIELDS }).flatMap(([name, field]) =>
    Object.hasOwn(WEBHOOKS_FIELDS, name) ? [] : variablesOf(name, field),
  ),
);
/** Receivers under development run on this machine. */
const PRIVATE_WEBHOOKS = { WEBHOOK_ALLOW_PRIVATE: 'true' };

/** Settings of the API, without credentials of the provider, even if the user's environment has some. */
export function apiEnvironment(stack: StackConfig): Variables {
  const inherited = Object.entries(stack.inherited).filter(([name]) => !isProviderSetting(name));
  const defaults = { EXECUTION_ENABLED: 'true', ...PASSCODES_WITHOUT_LIMITS, ...PRIVATE_WEBHOOKS };
  return override(
    { ...defaults, ...Object.fromEntries(inherited) },
    {
      ...shared(stack),
      DATABASE_URL: stack.databaseUrls.api.reveal(),
      DATABASE_DIRECT_URL: stack.directDatabaseUrls?.api.reveal() ?? '',
      API_HOST: stack.apiHost,
      API_PORT: String(stack.apiPort),
      MCP_URL: stack.mcpPort === undefined ? '' : mcpUrl(stack.mcpPort),
      QUEUE_DASHBOARD_URL: dashboardUrl(stack),
      METRICS_PORT: String(stack.metricsPorts?.api ?? ''),
      PASSCODE_KEY: stack.secrets.passcodeKey.reveal(),
      WEBHOOK_KEY: stack.secrets.webhookKey.reveal(),
    },
  );
}

export function workerEnvironment(stack: StackConfig, port: number): Variables {
  const defaults = { MAIL_FROM, PROVIDER_POSTS_PER_S, PROVIDER_FAUCET_NATIVE: 'true' };
  return override(
    { ...defaults, ...stack.inherited },
    {
      ...shared(stack),
      DATABASE_URL: stack.databaseUrls.worker.reveal(),
      DATABASE_DIRECT_URL: stack.directDatabaseUrls?.worker.reveal() ?? '',
      WORKER_PORT: String(port),
      METRICS_PORT: String(stack.metricsPorts?.workers[stack.workerPorts.indexOf(port)] ?? ''),
      INDEX_START_BLOCK: String(stack.deployment.blockNumber),
      PASSCODE_KEY: stack.secrets.passcodeKey.reveal(),
      STEP_SEAL_KEY: stack.secrets.stepSealKey.reveal(),
      SMTP_URL: `smtp://127.0.0.1:${stack.smtpPort}`,
      PROVIDER_BASE_URL: `http://127.0.0.1:${stack.providerPort}`,
      ...providerCredentials(stack),
    },
  );
}

/** Settings of the process that delivers webhooks, and no setting of another process. */
export function webhooksEnvironment(stack: StackConfig): Variables {
  const inherited = Object.entries(stack.inherited).filter(
    ([name]) => !OTHERS_SETTINGS.has(name) && !isProviderSetting(name),
  );
  return override(
    { ...PRIVATE_WEBHOOKS, ...Object.fromEntries(inherited) },
    {
      NODE_ENV: 'development',
      DATABASE_URL: stack.databaseUrls.webhooks.reveal(),
      DATABASE_DIRECT_URL: stack.directDatabaseUrls?.webhooks.reveal() ?? '',
      WEBHOOKS_PORT: String(stack.webhooksPort),
      METRICS_PORT: String(stack.metricsPorts?.webhooks ?? ''),
      WEBHOOK_KEY: stack.secrets.webhookKey.reveal(),
    },
  );
}

export function providerEnvironment(stack: StackConfig): Variables {
  return override(stack.inherited, {
    NODE_ENV: 'development',
    ...chain(stack),
    PROVIDER_PORT: String(stack.providerPort),
    PROVIDER_DATA_DIR: stack.providerDataDir,
    FAUCET_PRIVATE_KEY: stack.secrets.faucetKey.reveal(),
    ...providerCredentials(stack),
  });
}

function shared(stack: StackConfig): Variables {
  return {
    NODE_ENV: 'development',
    ...chain(stack),
    FACTORY_ADDRESS: stack.deployment.factory,
    EXPLORER_URL: `http://${urlHost(stack.apiHost)}:${stack.apiPort}/console`,
  };
}

/** bull-board of the first worker. All workers show the same queues. */
function dashboardUrl({ workerPorts: [port] }: StackConfig): string {
  return port === undefined ? '' : `http://127.0.0.1:${port}/queues/`;
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

/** Settings of the stack over those of the user, whose files of the same secrets are left out. */
function override(inherited: Variables, own: Variables): Variables {
  const kept = Object.entries(inherited).filter(([name]) => !Object.hasOwn(own, name.replace(/_FILE$/, '')));
  return { ...Object.fromEntries(kept), ...own };
}

function isProviderSetting(name: string): boolean {
  return PROVIDER_SETTINGS.test(name) && name !== 'PROVIDER_WAIT_MS';
}
