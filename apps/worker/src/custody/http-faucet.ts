import { Faucet } from '@app/engine';
import type { ProviderClient } from './provider-client.js';

export interface HttpFaucetOptions {
  /** The provider's name for CHAIN-TESTNET. */
  blockchain: string;
  /** Whether requests include the native coin. */
  native: boolean;
}

export class HttpFaucet extends Faucet {
  constructor(
    private readonly client: ProviderClient,
    private readonly options: HttpFaucetOptions,
  ) {
    super();
  }

  async requestFunds(address: string): Promise<void> {
    const body = { address, ...this.options, usdc: true };
    await this.client.http.call({ operation: 'request_faucet', method: 'POST', path: '/v1/faucet/drips', body });
  }
}
