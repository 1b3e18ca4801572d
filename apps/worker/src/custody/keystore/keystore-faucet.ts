import { Faucet } from '@app/engine';
import type { Tank } from './tank.js';

/** Mints test tokens from the keystore's tank. */
export class KeystoreFaucet extends Faucet {
  constructor(private readonly tank: Tank) {
    super();
  }

  async requestFunds(address: string): Promise<void> {
    await this.tank.grant(address);
  }
}
