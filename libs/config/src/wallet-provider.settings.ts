import { checked, integer, port, requiredAddress, requiredText, secret, text } from './field.js';
import { isLoopbackHost } from './open-address.js';
import { type Environment, readSettings, type SettingsOf } from './read-settings.js';
import { LOG_FIELDS } from './shared.settings.js';

const LOCAL_CHAIN_ID = 31_999;

/** Settings of the local wallet provider, for development and tests. It signs only for the local chain. */
export const WALLET_PROVIDER_FIELDS = {
  LOG_LEVEL: LOG_FIELDS.LOG_LEVEL,
  PROVIDER_PORT: port({ default: 4010, doc: 'Loopback port of the local wallet provider. 0 picks a free port.' }),
  PROVIDER_DATA_DIR: requiredText({
    doc: 'Folder for the keys and records of the local wallet provider.',
    sample: '.data/wallet-provider',
  }),
  CHAIN_RPC_URL: checked(
    requiredText({ doc: 'JSON-RPC endpoint of the local chain, on loopback.', sample: 'http://127.0.0.1:8545' }),
    (value) => {
      if (!isLoopbackUrl(value)) throw new Error('must be an http address on loopback');
    },
  ),
  CHAIN_ID: checked(
    integer({ min: 1, max: Number.MAX_SAFE_INTEGER, default: LOCAL_CHAIN_ID, doc: 'Chain id of the local chain.' }),
    (value) => {
      if (value !== LOCAL_CHAIN_ID)
        throw new Error(`must be ${LOCAL_CHAIN_ID}: the local wallet provider signs for no other chain`);
    },
  ),
  COLLATERAL_ADDRESS: requiredAddress({ doc: 'Address of the collateral token that the faucet mints.', sample: '0x…' }),
  FAUCET_PRIVATE_KEY: checked(
    secret({ doc: 'Private key of the local account that holds native coin and may mint the collateral.' }),
    (value) => {
      if (!/^0x[0-9a-fA-F]{64}$/.test(value.reveal())) throw new Error('must be 0x and 64 hex digits');
    },
  ),
  PROVIDER_API_KEY: checked(
    secret({ doc: 'API key that callers must present, in the form TEST_API_KEY:<id>:<secret>.' }),
    (value) => {
      if (!value.reveal().startsWith('TEST_API_KEY:')) throw new Error('must start with TEST_API_KEY:');
    },
  ),
  PROVIDER_ENTITY_SECRET: checked(
    secret({ doc: 'Entity secret that callers must encrypt, 64 hex digits.' }),
    (value) => {
      if (!/^[0-9a-fA-F]{64}$/.test(value.reveal())) throw new Error('must be 64 hex digits');
    },
  ),
  PROVIDER_BLOCKCHAIN: text({ default: 'ARC-TESTNET', doc: 'Name of the local chain in the provider’s API.' }),
} as const;

export type WalletProviderSettings = SettingsOf<typeof WALLET_PROVIDER_FIELDS>;

export function loadWalletProviderSettings(env?: Environment): WalletProviderSettings {
  return readSettings(WALLET_PROVIDER_FIELDS, env);
}

function isLoopbackUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'http:' && isLoopbackHost(hostname);
}
