import { loadWalletProviderSettings } from './wallet-provider.settings.js';

const VALID = {
  PROVIDER_DATA_DIR: '/data',
  CHAIN_RPC_URL: 'http://127.0.0.1:8545',
  COLLATERAL_ADDRESS: `0x${'ab'.repeat(20)}`,
  FAUCET_PRIVATE_KEY: `0x${'11'.repeat(32)}`,
  PROVIDER_API_KEY: 'TEST_API_KEY:id:secret',
  PROVIDER_ENTITY_SECRET: 'cd'.repeat(32),
};

describe('settings of the local wallet provider', () => {
  it('have defaults for all but addresses and secrets', () => {
    expect(loadWalletProviderSettings(VALID)).toMatchObject({
      PROVIDER_PORT: 4010,
      CHAIN_ID: 31_999,
      PROVIDER_BLOCKCHAIN: 'ARC-TESTNET',
    });
  });

  it.each([
    ['CHAIN_RPC_URL', 'https://rpc.example.com', 'must be an http address on loopback'],
    ['CHAIN_RPC_URL', 'http://127.0.0.1.example.com:8545', 'must be an http address on loopback'],
    ['CHAIN_ID', '1', 'must be 31999: the local wallet provider signs for no other chain'],
    ['PROVIDER_API_KEY', 'LIVE_API_KEY:id:secret', 'must start with TEST_API_KEY:'],
    ['PROVIDER_ENTITY_SECRET', 'cd', 'must be 64 hex digits'],
    ['FAUCET_PRIVATE_KEY', '0x11', 'must be 0x and 64 hex digits'],
  ])('refuse %s=%s', (name, value, reason) => {
    expect(() => loadWalletProviderSettings({ ...VALID, [name]: value })).toThrow(`${name} ${reason}`);
  });
});
