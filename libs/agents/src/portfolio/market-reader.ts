/** What never changes about a market of our factory. Addresses are lower-case. */
export interface MarketIdentity {
  creator: string;
  resolver: string;
  /** What its creator calls it; null when that is no text. */
  name: string | null;
}

/** The chain, asked directly. Every method rejects, within a few seconds, when the chain cannot be reached. */
export abstract class MarketReader {
  /** Null when our factory deployed no market at this address. */
  abstract findMarket(marketContractAddress: string): Promise<MarketIdentity | null>;
}
