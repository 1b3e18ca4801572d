import type { Chain } from './chain.js';

export interface TokenMetadata {
  readonly decimals: number;
  readonly symbol: string;
  readonly name: string;
}

/** The only token that the local provider supports, beside the native coin. */
export class Collateral {
  /** Lower case. */
  readonly address: string;
  private cachedMetadata: TokenMetadata | undefined;

  constructor(
    private readonly chain: Chain,
    address: string,
  ) {
    this.address = address.toLowerCase();
  }

  async metadata(): Promise<TokenMetadata> {
    this.cachedMetadata ??= await this.chain.tokenMetadata(this.address);
    return this.cachedMetadata;
  }
}
