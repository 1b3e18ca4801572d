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

/** Only the name that the local chain goes by is served. */
export function checkBlockchain(served: string, asked: string): void {
  if (asked === served) return;
  throw new ProviderError(MAINNETS.has(asked) ? 'mainnetWithTestKey' : 'blockchainUnsupported');
}
