import { SettingsError } from './read-settings.js';

/** Chain ids of networks whose tokens have value. */
const MAIN_CHAIN_IDS: ReadonlySet<number> = new Set([
  1, // Ethereum
  10, // OP Mainnet
  25, // Cronos
  56, // BNB Smart Chain
  61, // Ethereum Classic
  100, // Gnosis
  130, // Unichain
  137, // Polygon
  143, // Monad
  146, // Sonic
  196, // X Layer
  204, // opBNB
  250, // Fantom
  252, // Fraxtal
  288, // Boba
  324, // ZKsync Era
  369, // PulseChain
  480, // World Chain
  999, // HyperEVM
  1_088, // Metis
  1_101, // Polygon zkEVM
  1_284, // Moonbeam
  1_285, // Moonriver
  1_329, // Sei
  2_222, // Kava
  5_000, // Mantle
  8_217, // Kaia
  8_453, // Base
  34_443, // Mode
  42_161, // Arbitrum One
  42_170, // Arbitrum Nova
  42_220, // Celo
  43_114, // Avalanche C-Chain
  57_073, // Ink
  59_144, // Linea
  80_094, // Berachain
  81_457, // Blast
  167_000, // Taiko
  534_352, // Scroll
  7_777_777, // Zora
  1_313_161_554, // Aurora
]);

/** Names of such networks in the wallet provider's API. Its test networks have a suffix, such as `ETH-SEPOLIA`. */
const MAIN_BLOCKCHAINS: ReadonlySet<string> = new Set([
  ...['APTOS', 'ARB', 'ARC', 'AVAX', 'BASE', 'CELO', 'ETH', 'EVM', 'MATIC', 'MONAD', 'NEAR', 'OP', 'POLYGON', 'SOL'],
  ...['UNI', 'WORLDCHAIN'],
]);

interface NetworkSettings {
  readonly ALLOW_MAINNET: boolean;
  readonly CHAIN_ID: number;
  readonly PROVIDER_BLOCKCHAIN?: string;
}

/** @throws {SettingsError} when a setting names a known main network, unless ALLOW_MAINNET */
export function refuseMainNetworks({ ALLOW_MAINNET, CHAIN_ID, PROVIDER_BLOCKCHAIN = '' }: NetworkSettings): void {
  if (ALLOW_MAINNET) return;
  const problems = [
    ...(MAIN_CHAIN_IDS.has(CHAIN_ID) ? ['CHAIN_ID'] : []),
    ...(MAIN_BLOCKCHAINS.has(PROVIDER_BLOCKCHAIN.toUpperCase()) ? ['PROVIDER_BLOCKCHAIN'] : []),
  ].map((name) => `${name} is a main network, where tokens have value; ALLOW_MAINNET=true allows it`);
  if (problems.length > 0) throw new SettingsError(problems);
}
