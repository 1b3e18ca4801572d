import type { ProviderTransaction, TransactionQuery } from '../../../../libs/engine/src/domain/ports/custody.js';
import { ProviderDecorator } from './provider-decorator.js';

/** Takes a nonce for used for good as soon as any block has it. */
export class LatestNonceTrusted extends ProviderDecorator {
  override async find(query: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction | null> {
    const found = await super.find(query);
    const isUsed = query.body.startsWith('0x') && found?.state === 'pending';
    return isUsed ? { ...found, state: 'replaced' } : found;
  }
}

/** Sends the armed bytes whatever the chain asks for. */
export class FeeNotRenewed extends ProviderDecorator {
  override renew(): Promise<null> {
    return Promise.resolve(null);
  }
}
