import type { Json } from '@app/common';
import {
  type ProviderBalance,
  type ProviderTransaction,
  type ProviderTransactionRef,
  type ProviderWallet,
  type TransactionRequest,
  WalletProvider,
} from '../../../libs/engine/src/domain/ports/wallet-provider.js';
import type { Gate } from '../workers/gate.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import { noAnswer, type ProviderModel, refusal } from './provider-model.js';

/** How long a client waits for an answer. */
const TIMEOUT_MS = 1_500;

/** One worker's connection to the provider: requests and answers get lost on it, each in its way. */
export class SimulatedProvider extends WalletProvider {
  constructor(
    private readonly model: ProviderModel,
    private readonly gate: Gate,
    private readonly world: World,
    private readonly witness: Observer,
  ) {
    super();
  }

  transactionBody(request: TransactionRequest): { [key: string]: Json } {
    return { ...request };
  }

  submit(body: string): Promise<ProviderTransactionRef> {
    this.witness.leaves(body);
    const { faults, random, time } = this.world;
    if (faults.fires('request_late')) {
      // The client gives up; the request arrives all the same, later.
      this.witness.onItsWay(body, 1);
      time.after(random.between(TIMEOUT_MS, 12_000), () => {
        this.witness.onItsWay(body, -1);
        this.arriveUnheard(body);
      });
      return this.gate.call('provider.submit (arrives late)', () => {
        throw noAnswer('timeout');
      });
    }
    return this.gate.call('provider.submit', () => {
      if (faults.fires('request_reset')) throw noAnswer('connection');
      const answer = this.model.take(body);
      if (faults.fires('answer_lost')) throw noAnswer('connection');
      if (faults.fires('answer_truncated')) throw noAnswer('unreadable');
      if (faults.fires('answer_timed_out')) throw noAnswer('timeout');
      if (faults.fires('server_error_after')) throw refusal(502, null);
      return answer;
    });
  }

  findTransaction({ id }: { id: string }): Promise<ProviderTransaction | null> {
    return this.read('find', () => this.model.find(id));
  }

  listTransactions(query: { providerWalletId: string; sinceMs: number }): Promise<ProviderTransaction[]> {
    return this.read('list', () => {
      this.witness.listed(query.providerWalletId);
      return this.model.list(query.providerWalletId, query.sinceMs);
    });
  }

  accelerate({ transactionId }: { transactionId: string }): Promise<ProviderTransactionRef> {
    return this.read('accelerate', () => this.model.accelerate(transactionId));
  }

  probe(): Promise<void> {
    return this.read('probe', () => {
      if (this.model.refusesCredentials) throw refusal(401, null);
    });
  }

  createWalletSet(): Promise<{ id: string }> {
    return outside();
  }

  createWallet(): Promise<ProviderWallet> {
    return outside();
  }

  findWalletByAddress(): Promise<ProviderWallet | null> {
    return outside();
  }

  balances(): Promise<ProviderBalance[]> {
    return outside();
  }

  requestFaucet(): Promise<void> {
    return outside();
  }

  private read<T>(name: string, answer: () => T): Promise<T> {
    return this.gate.call(`provider.${name}`, () => {
      if (this.world.faults.fires('read_failed'))
        throw this.world.random.pick([noAnswer('timeout'), refusal(500, null)]);
      return answer();
    });
  }

  private arriveUnheard(body: string): void {
    try {
      this.model.take(body);
    } catch (error) {
      this.world.say(() => `provider answers nobody: ${String(error)}`);
    }
  }
}

function outside(): Promise<never> {
  return Promise.reject(new Error('wallets are not part of the simulation'));
}
