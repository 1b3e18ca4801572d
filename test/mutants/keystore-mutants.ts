import type { ProviderTransaction, TransactionQuery } from '../../libs/engine/src/domain/ports/custody.js';
import { ProviderDecorator } from './provider-decorator.js';

/** Waits for the transaction whose nonce another one has used. */
export class UsedNonceAwaited extends ProviderDecorator {
  override async find(query: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction | null> {
    const found = await super.find(query);
    return found?.state === 'replaced' ? { ...found, state: 'sent' } : found;
  }
}

/** Sends the armed bytes whatever the chain asks for. */
export class FeeNotRenewed extends ProviderDecorator {
  override renew(): Promise<null> {
    return Promise.resolve(null);
  }
}
