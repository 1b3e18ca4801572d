import {
  type OtherBodies,
  type PreparedTransaction,
  ProviderError,
  type TransactionRequest,
} from '../../libs/engine/src/domain/ports/custody.js';
import type { ProviderFailure } from '../../libs/engine/src/domain/classify.js';
import { withoutMinPayout, withoutRef } from '../../tools/lab/simulation/chain/call-data.js';
import { ProviderDecorator } from './provider-decorator.js';

/** Sends every retry under a new key. */
export class KeyPerRetry extends ProviderDecorator {
  private readonly sent = new Map<string, number>();

  override submit(body: string): Promise<{ transactionId: string }> {
    const times = this.sent.get(body) ?? 0;
    this.sent.set(body, times + 1);
    return this.inner.submit(times === 0 ? body : body.replace(/"key-(\d+)"/, `"key-$1-${times}"`));
  }
}

/** Sends every retry under the same key with another body. */
export class BodyPerRetry extends ProviderDecorator {
  private readonly sent = new Map<string, number>();

  override submit(body: string): Promise<{ transactionId: string }> {
    const times = this.sent.get(body) ?? 0;
    this.sent.set(body, times + 1);
    return this.inner.submit(times === 0 ? body : body.replace('{', `{"attempt":${times},`));
  }
}

/** Sends another call than the one that was armed. */
abstract class ChangedCall extends ProviderDecorator {
  override prepare(request: TransactionRequest, others: OtherBodies): Promise<PreparedTransaction> {
    return super.prepare({ ...request, callData: this.changed(request.callData) }, others);
  }

  override isBodyFor(body: string, request: TransactionRequest): boolean {
    return super.isBodyFor(body, { ...request, callData: this.changed(request.callData) });
  }

  protected abstract changed(callData: string): string;
}

/** Relies on the provider's keys: the call has no ref and no deadline. */
export class NoRefOrDeadline extends ChangedCall {
  protected override changed(callData: string): string {
    return withoutRef(callData);
  }
}

/** Relies on the check before sending: the call has no minimum payout. */
export class NoMinPayout extends ChangedCall {
  protected override changed(callData: string): string {
    return withoutMinPayout(callData);
  }
}

/** Records how the last send failed. */
export class FailureMemory extends ProviderDecorator {
  private last: ProviderFailure | null = null;

  override async submit(body: string): Promise<{ transactionId: string }> {
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
