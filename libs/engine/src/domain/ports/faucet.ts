/** Grants test tokens. */
export abstract class Faucet {
  /** Not safe to repeat: each call may grant funds. May throw a CustodyError. */
  abstract requestFunds(address: string): Promise<void>;
}
