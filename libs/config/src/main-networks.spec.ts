import { loadApiSettings } from './api.settings.js';
import { loadOpsSettings } from './ops.settings.js';
import { loadWorkerSettings } from './worker.settings.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const REQUIRED = {
  DATABASE_URL: 'postgres://database',
  CHAIN_RPC_URL: 'http://127.0.0.1:1',
  FACTORY_ADDRESS: ADDRESS,
  COLLATERAL_ADDRESS: ADDRESS,
  PASSCODE_KEY: '01'.repeat(32),
  STEP_SEAL_KEY: '02'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:1',
};

describe.each([
  ['API', loadApiSettings],
  ['worker', loadWorkerSettings],
  ['ops', loadOpsSettings],
])('the settings of the %s', (_process, load) => {
  it.each(['1', '137', '8453'])('refuse the main network with CHAIN_ID=%s', (CHAIN_ID) => {
    expect(() => load({ ...REQUIRED, CHAIN_ID })).toThrow('CHAIN_ID is a main network');
    expect(load({ ...REQUIRED, CHAIN_ID, ALLOW_MAINNET: 'true' })).toMatchObject({ CHAIN_ID: Number(CHAIN_ID) });
  });

  it.each(['11155111', '80002', '5042002', '31999'])('accept the test network with CHAIN_ID=%s', (CHAIN_ID) => {
    expect(load({ ...REQUIRED, CHAIN_ID })).toMatchObject({ CHAIN_ID: Number(CHAIN_ID) });
  });
});

describe('PROVIDER_BLOCKCHAIN', () => {
  it.each(['ETH', 'matic', 'Arc'])('refuses the main network %s', (PROVIDER_BLOCKCHAIN) => {
    const environment = { ...REQUIRED, PROVIDER_BLOCKCHAIN };
    expect(() => loadWorkerSettings(environment)).toThrow('PROVIDER_BLOCKCHAIN is a main network');
    expect(() => loadWorkerSettings({ ...environment, ALLOW_MAINNET: 'true' })).not.toThrow();
  });

  it.each(['ARC-TESTNET', 'ETH-SEPOLIA', 'MATIC-AMOY'])('accepts the test network %s', (PROVIDER_BLOCKCHAIN) => {
    expect(() => loadWorkerSettings({ ...REQUIRED, PROVIDER_BLOCKCHAIN })).not.toThrow();
  });
});
