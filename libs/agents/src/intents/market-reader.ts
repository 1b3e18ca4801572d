/** Immutable facts of a market of the factory. Addresses are lower-case. */
export interface MarketIdentity {
  creator: string;
  resolver: string;
  /** The creator's name for it; null when it is not valid text. */
  name: string | null;
}

/** Reads the chain directly. Every method rejects within a few seconds when the chain cannot be reached. */
export abstract class MarketReader {
  /** Null when the factory did not deploy a market at this address. */
  abstract findMarket(marketContractAddress: string): Promise<MarketIdentity | null>;
}
