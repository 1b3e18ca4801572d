import { ProviderError } from '../domain/provider-error.js';

const MAINNETS: ReadonlySet<string> = new Set([
  'ETH',
  'AVAX',
  'MATIC',
  'ARB',
  'UNI',
  'BASE',
  'OP',
  'ARC',
  'MONAD',
  'SOL',
  'NEAR',
  'APTOS',
  'EVM',
]);

/** @throws ProviderError for another blockchain than the served one */
export function checkBlockchain(served: string, requested: string): void {
  if (requested === served) return;
  throw new ProviderError(MAINNETS.has(requested) ? 'mainnetWithTestKey' : 'blockchainUnsupported');
}
