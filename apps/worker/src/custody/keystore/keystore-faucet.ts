import { Faucet } from '@app/engine';
import type { Treasury } from './treasury.js';

/** Mints test tokens from the keystore's treasury. */
export class KeystoreFaucet extends Faucet {
  constructor(private readonly treasury: Treasury) {
    super();
  }

  async requestFunds(address: string): Promise<void> {
    await this.treasury.grant(address);
  }
}
