export abstract class Faucet {
  /** Not safe to repeat: each call may grant funds. May throw a ProviderError. */
  abstract requestFunds(address: string): Promise<void>;
}
