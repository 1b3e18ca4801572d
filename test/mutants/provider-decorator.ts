import {
  type Acceleration,
  Custody,
  type GasRequest,
  type PreparedTransaction,
  type ProviderTransaction,
  type OtherBodies,
  type TransactionQuery,
  type TransactionRequest,
} from '../../libs/engine/src/domain/ports/custody.js';

/** Delegates every call; a mutant overrides one of them. */
export class ProviderDecorator extends Custody {
  constructor(protected readonly inner: Custody) {
    super();
  }

  prepare(request: TransactionRequest, others: OtherBodies): Promise<PreparedTransaction> {
    return this.inner.prepare(request, others);
  }

  isBodyFor(body: string, request: TransactionRequest): boolean {
    return this.inner.isBodyFor(body, request);
  }

  submit(body: string): Promise<{ transactionId: string }> {
    return this.inner.submit(body);
  }

  find(query: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction | null> {
    return this.inner.find(query);
  }

  listByRef(query: TransactionQuery): Promise<ProviderTransaction[]> {
    return this.inner.listByRef(query);
  }

  override renew(...given: Parameters<Custody['renew']>): ReturnType<Custody['renew']> {
    return this.inner.renew(...given);
  }

  override sendEarlier(...given: Parameters<Custody['sendEarlier']>): Promise<void> {
    return this.inner.sendEarlier(...given);
  }

  accelerate(request: Acceleration): Promise<{ transactionId: string }> {
    return this.inner.accelerate(request);
  }

  topUpGas(wallet: GasRequest): Promise<boolean> {
    return this.inner.topUpGas(wallet);
  }

  probe(): Promise<void> {
    return this.inner.probe();
  }
}
