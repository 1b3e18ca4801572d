import type { Json } from '@app/common';
import {
  ProviderError,
  type ProviderTransactionRef,
  type TransactionRequest,
} from '../../../libs/engine/src/domain/ports/wallet-provider.js';
import type { ProviderFailure } from '../../../libs/engine/src/domain/classify.js';
import { withoutRef } from '../chain/call-data.js';
import { ProviderDecorator } from './provider-decorator.js';

/** Every retry is a new request to the provider. */
export class KeyPerRetry extends ProviderDecorator {
  private readonly sent = new Map<string, number>();

  override submit(body: string): Promise<ProviderTransactionRef> {
    const times = this.sent.get(body) ?? 0;
    this.sent.set(body, times + 1);
    return this.inner.submit(times === 0 ? body : body.replace(/"key-(\d+)"/, `"key-$1-${times}"`));
  }
}

/** Retries under the same key, with the time of the retry in the body. */
export class BodyPerRetry extends ProviderDecorator {
  private readonly sent = new Map<string, number>();

  override submit(body: string): Promise<ProviderTransactionRef> {
    const times = this.sent.get(body) ?? 0;
    this.sent.set(body, times + 1);
    return this.inner.submit(times === 0 ? body : body.replace('{', `{"attempt":${times},`));
  }
}

/** Trusts the provider's keys alone: what is sent does not carry what makes it take effect once. */
export class NoRefOrDeadline extends ProviderDecorator {
  override transactionBody(request: TransactionRequest): { [key: string]: Json } {
    return super.transactionBody({ ...request, callData: withoutRef(request.callData) });
  }
}

/** Remembers how the last send failed, for bugs that make too much of it. */
export class FailureMemory extends ProviderDecorator {
  private last: ProviderFailure | null = null;

  override async submit(body: string): Promise<ProviderTransactionRef> {
    try {
      return await this.inner.submit(body);
    } catch (error) {
      if (error instanceof ProviderError) this.last = error.failure;
      throw error;
    }
  }

  take(): ProviderFailure | null {
    const { last } = this;
    this.last = null;
    return last;
  }
}
