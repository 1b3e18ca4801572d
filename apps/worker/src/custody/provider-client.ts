import type { Secret } from '@app/common';
import { ProviderError } from '@app/engine';
import { EntityCiphertext } from './entity-ciphertext.js';
import { textField } from './parse-answer.js';
import { ProviderHttp, type ProviderHttpOptions, recordOrEmpty } from './provider-http.js';

export interface ProviderClientOptions extends ProviderHttpOptions {
  entitySecret: Secret;
}

const INVALID_SECRET_CODE = 156013;

/** The provider's account: HTTP calls, and the entity secret that writes carry. */
export class ProviderClient {
  readonly http: ProviderHttp;
  private readonly ciphertext: EntityCiphertext;

  constructor(options: ProviderClientOptions) {
    this.http = new ProviderHttp(options);
    this.ciphertext = new EntityCiphertext(options.entitySecret, () => this.publicKey());
  }

  /** Sends the body as given, plus a fresh ciphertext. */
  async write(operation: string, path: string, body: object): Promise<unknown> {
    const entitySecretCiphertext = await this.ciphertext.create();
    try {
      const call = { operation, method: 'POST', path, body: { ...body, entitySecretCiphertext } } as const;
      return (await this.http.call(call)).data;
    } catch (error) {
      const isInvalid = error instanceof ProviderError && error.failure.facts['providerCode'] === INVALID_SECRET_CODE;
      if (isInvalid) this.ciphertext.forgetKey();
      throw error;
    }
  }

  /** Makes the next write fetch the provider's public key again. */
  forgetKey(): void {
    this.ciphertext.forgetKey();
  }

  private async publicKey(): Promise<string> {
    const operation = 'read_public_key';
    const { data } = await this.http.read(operation, '/v1/w3s/config/entity/publicKey');
    return textField(recordOrEmpty(data).publicKey, operation);
  }
}
