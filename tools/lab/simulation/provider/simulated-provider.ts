import { canonicalJson } from '@app/common';
import {
  Custody,
  type PreparedTransaction,
  type ProviderTransaction,
  type TransactionQuery,
  type TransactionRequest,
} from '../../../../libs/engine/src/domain/ports/custody.js';
import type { FaultInjector } from '../workers/fault-injector.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import { noAnswer, type ProviderModel, rejection } from './provider-model.js';

/** Timeout of the worker's client. */
const TIMEOUT_MS = 1_500;

/** One worker's connection to the provider. Requests and answers are lost or delayed by injected faults. */
export class SimulatedProvider extends Custody {
  constructor(
    private readonly model: ProviderModel,
    private readonly injector: FaultInjector,
    private readonly world: World,
    private readonly observer: Observer,
  ) {
    super();
  }

  prepare(request: TransactionRequest): Promise<PreparedTransaction> {
    return Promise.resolve({ body: canonicalJson({ ...request }), hash: null });
  }

  isBodyFor(body: string, request: TransactionRequest): boolean {
    return body === canonicalJson({ ...request });
  }

  async submit(body: string): Promise<{ transactionId: string }> {
    this.observer.sent(body);
    const answer = await this.post(body);
    this.observer.taken(body, answer.transactionId);
    return answer;
  }

  private post(body: string): Promise<{ transactionId: string }> {
    const { faults, random, time } = this.world;
    if (faults.fires('request_late')) {
      // The client times out; the request still arrives later.
      this.observer.requestInTransit(body, 1);
      time.after(random.between(TIMEOUT_MS, 12_000), () => {
        this.observer.requestInTransit(body, -1);
        this.takeLate(body);
      });
      return this.injector.call('provider.submit (arrives late)', () => {
        throw noAnswer('timeout');
      });
    }
    return this.injector.call('provider.submit', () => {
      if (faults.fires('request_reset')) throw noAnswer('connection');
      const answer = this.model.take(body);
      if (faults.fires('answer_lost')) throw noAnswer('connection');
      if (faults.fires('answer_truncated')) throw noAnswer('unreadable');
      if (faults.fires('answer_timed_out')) throw noAnswer('timeout');
      if (faults.fires('server_error_after')) throw rejection(502, null);
      return answer;
    });
  }

  find({ transactionId }: { transactionId: string }): Promise<ProviderTransaction | null> {
    return this.read('find', () => this.model.find(transactionId));
  }

  listByRef({ providerWalletId, refId }: TransactionQuery): Promise<ProviderTransaction[]> {
    return this.read('list', () => {
      this.observer.listed(providerWalletId);
      return this.model.list(providerWalletId, 0).filter((transaction) => transaction.refId === refId);
    });
  }

  accelerate({ transactionId }: { transactionId: string }): Promise<{ transactionId: string }> {
    return this.read('accelerate', () => this.model.accelerate(transactionId));
  }

  topUpGas(): Promise<boolean> {
    return Promise.resolve(false);
  }

  probe(): Promise<void> {
    return this.read('probe', () => {
      if (this.model.refusesCredentials) throw rejection(401, null);
    });
  }

  private read<T>(name: string, answer: () => T): Promise<T> {
    return this.injector.call(`provider.${name}`, () => {
      if (this.world.faults.fires('read_failed'))
        throw this.world.random.pick([noAnswer('timeout'), rejection(500, null)]);
      return answer();
    });
  }

  private takeLate(body: string): void {
    try {
      this.model.take(body);
    } catch (error) {
      this.world.trace(() => `provider rejects a late request: ${String(error)}`);
    }
  }
}
