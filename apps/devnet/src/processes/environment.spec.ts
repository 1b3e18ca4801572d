import { Secret } from '@app/common';
import { apiEnvironment, providerEnvironment, workerEnvironment } from './environment.js';
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

function site(inherited: Record<string, string> = {}): StackConfig {
  return {
    secrets: temporarySecrets(),
    databaseUrl: new Secret('postgres://database'),
    rpcUrl: 'http://chain',
    deployment,
    apiHost: '127.0.0.1',
    apiPort: 4000,
    workerPorts: [4001],
    providerPort: 4010,
    providerDataDir: '/data/wallet-provider',
    smtpPort: 1025,
    runFolder: Object.create(RunFolder.prototype) as RunFolder,
    inherited,
  };
}

describe('the environments', () => {
  it('give the API no secret of the provider, not even one that the user set', () => {
    const here = site({
      PROVIDER_API_KEY: 'planted',
      PROVIDER_ENTITY_SECRET: 'planted',
      FAUCET_PRIVATE_KEY: 'planted',
    });
    const { providerApiKey, providerEntitySecret, faucetKey } = here.secrets;
    const text = JSON.stringify(apiEnvironment(here));
    for (const secret of [providerApiKey, providerEntitySecret, faucetKey]) expect(text).not.toContain(secret.reveal());
    expect(text).not.toContain('planted');
  });

  it('give the faucet key to the provider alone', () => {
    const here = site();
    expect(JSON.stringify(workerEnvironment(here, 4001))).not.toContain(here.secrets.faucetKey.reveal());
    expect(providerEnvironment(here).FAUCET_PRIVATE_KEY).toBe(here.secrets.faucetKey.reveal());
  });

  it('pass the user’s settings through, but for those that tie the parts together', () => {
    const here = site({
      LOG_LEVEL: 'debug',
      PROVIDER_WAIT_MS: '5000',
      DATABASE_URL: 'mine',
      MAIL_FROM: 'me',
      API_PORT: '1',
    });
    expect(apiEnvironment(here)).toMatchObject({
      LOG_LEVEL: 'debug',
      PROVIDER_WAIT_MS: '5000',
      DATABASE_URL: 'postgres://database',
      API_PORT: '4000',
    });
    expect(workerEnvironment(here, 4001)).toMatchObject({ MAIL_FROM: 'me', WORKER_PORT: '4001' });
  });
});
