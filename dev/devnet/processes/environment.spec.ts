import { Secret } from '@app/common';
import { apiEnvironment, providerEnvironment, webhooksEnvironment, workerEnvironment } from './environment.js';
import { RunFolder } from './run-folder.js';
import { temporarySecrets } from '../secrets.js';
import type { StackConfig } from '../stack-config.js';

const deployment = {
  chainId: 31_999,
  factory: '0xFactory',
  collateral: '0xCollateral',
  deployer: '0xDeployer',
  blockNumber: 2,
  codeHash: '0x',
};

function stack(inherited: Record<string, string> = {}): StackConfig {
  return {
    secrets: temporarySecrets(),
    databaseUrls: {
      api: new Secret('postgres://as-api'),
      worker: new Secret('postgres://as-worker'),
      webhooks: new Secret('postgres://as-webhooks'),
    },
    rpcUrl: 'http://chain',
    deployment,
    apiHost: '127.0.0.1',
    apiPort: 4000,
    workerPorts: [4001],
    webhooksPort: 4040,
    providerPort: 4010,
    providerDataDir: '/data/wallet-provider',
    smtpPort: 1025,
    runFolder: Object.create(RunFolder.prototype) as RunFolder,
    inherited,
  };
}

describe('process environments', () => {
  it('name bull-board of the first worker, on its own port', () => {
    const url = 'http://127.0.0.1:5001/queues/';
    expect(apiEnvironment({ ...stack(), workerPorts: [5001, 5002] }).QUEUE_DASHBOARD_URL).toBe(url);
    expect(apiEnvironment({ ...stack(), workerPorts: [] }).QUEUE_DASHBOARD_URL).toBe('');
  });

  it('name the console as the explorer, and the MCP server', () => {
    expect(apiEnvironment({ ...stack(), mcpPort: 4030 })).toMatchObject({
      EXPLORER_URL: 'http://127.0.0.1:4000/console',
      MCP_URL: 'http://127.0.0.1:4030/mcp',
    });
    expect(apiEnvironment(stack()).MCP_URL).toBe('');
  });

  it('keep provider secrets from the API, including those that the user set', () => {
    const config = stack({
      PROVIDER_API_KEY: 'planted',
      PROVIDER_ENTITY_SECRET: 'planted',
      FAUCET_PRIVATE_KEY: 'planted',
      STEP_SEAL_KEY: 'planted',
      STEP_SEAL_KEY_FILE: 'planted',
    });
    const { providerApiKey, providerEntitySecret, faucetKey, stepSealKey } = config.secrets;
    const text = JSON.stringify(apiEnvironment(config));
    for (const secret of [providerApiKey, providerEntitySecret, faucetKey, stepSealKey])
      expect(text).not.toContain(secret.reveal());
    expect(text).not.toContain('planted');
  });

  it('give webhooks no secret and no setting of another process, and let them reach this machine', () => {
    const config = stack({
      PROVIDER_API_KEY: 'planted',
      STEP_SEAL_KEY: 'planted',
      PASSCODE_KEY: 'planted',
      SMTP_URL: 'planted',
      CHAIN_RPC_URL: 'planted',
      KEYSTORE_FILE: 'planted',
      QUEUE_URL: 'planted',
      QUEUE_URL_FILE: 'planted',
      WEBHOOK_KEY_FILE: 'planted',
      LOG_LEVEL: 'debug',
    });
    const { webhookKey } = config.secrets;
    expect(webhooksEnvironment(config)).toEqual({
      LOG_LEVEL: 'debug',
      NODE_ENV: 'development',
      DATABASE_URL: 'postgres://as-webhooks',
      DATABASE_DIRECT_URL: '',
      METRICS_PORT: '',
      WEBHOOKS_PORT: '4040',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_KEY: webhookKey.reveal(),
    });
    expect(apiEnvironment(config)).toMatchObject({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_KEY: webhookKey.reveal() });
    expect(JSON.stringify(workerEnvironment(config, 4001))).not.toContain(webhookKey.reveal());
  });

  it('replace files of secrets that the user set', () => {
    const worker = workerEnvironment(stack({ DATABASE_URL_FILE: 'mine', QUEUE_URL_FILE: 'mine' }), 4001);
    expect([worker.DATABASE_URL_FILE, worker.QUEUE_URL_FILE]).toEqual([undefined, 'mine']);
  });

  it('pass the same seal key to every worker', () => {
    const config = stack();
    const keys = [4001, 4002].map((port) => workerEnvironment(config, port).STEP_SEAL_KEY);
    expect(keys).toEqual(Array(2).fill(config.secrets.stepSealKey.reveal()));
  });

  it('pass the faucet key only to the provider', () => {
    const config = stack();
    expect(JSON.stringify(workerEnvironment(config, 4001))).not.toContain(config.secrets.faucetKey.reveal());
    expect(providerEnvironment(config).FAUCET_PRIVATE_KEY).toBe(config.secrets.faucetKey.reveal());
  });

  it('pass the user’s settings on, except those that connect the processes', () => {
    const config = stack({
      LOG_LEVEL: 'debug',
      PROVIDER_WAIT_MS: '5000',
      DATABASE_URL: 'mine',
      DATABASE_DIRECT_URL: 'mine',
      MAIL_FROM: 'me',
      API_PORT: '1',
    });
    expect(apiEnvironment(config)).toMatchObject({
      LOG_LEVEL: 'debug',
      PROVIDER_WAIT_MS: '5000',
      DATABASE_URL: 'postgres://as-api',
      DATABASE_DIRECT_URL: '',
      API_PORT: '4000',
    });
    expect(workerEnvironment(config, 4001)).toMatchObject({
      MAIL_FROM: 'me',
      WORKER_PORT: '4001',
      DATABASE_URL: 'postgres://as-worker',
      DATABASE_DIRECT_URL: '',
    });
  });
});
