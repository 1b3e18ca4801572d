import { Wallet } from 'ethers/wallet';
import { type Fees, feesAt } from '@app/chain';
import { sha256Hex } from '@app/common';
import { ProviderError, type ProviderTransaction, type TransactionQuery } from '@app/engine';
import type { Logger } from '@app/observability';
import {
  KeystoreCustody,
  type KeystoreCustodyDependencies,
} from '../../../../apps/worker/src/custody/keystore/keystore-custody.js';
import type { SendOutcome } from '../../../../apps/worker/src/custody/keystore/node-texts.js';
import type { Ledger } from '../chain/ledger.js';
import { noAnswer } from '../provider/provider-model.js';
import type { FaultInjector } from '../workers/fault-injector.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import type { NodePool } from './node-pool.js';

const CHAIN_ID = 1;
const GAS = 100_000n;
const MAX_FEE_WEI = 500n * 10n ** 9n;
const accounts = new Map<string, Wallet>();

/** Account of a simulated wallet, the same in every run. */
export function accountOf(providerWalletId: string): Wallet {
  const known = accounts.get(providerWalletId) ?? new Wallet(`0x${sha256Hex(providerWalletId)}`);
  accounts.set(providerWalletId, known);
  return known;
}

interface Surroundings {
  world: World;
  ledger: Ledger;
  pool: NodePool;
  injector: FaultInjector;
  observer: Observer;
  log: Logger;
  confirmations: number;
}

/** One worker's keystore on the simulated node. Its wallets have gas. */
export class SimulatedKeystore extends KeystoreCustody {
  private readonly observer: Observer;

  constructor({ observer, log, confirmations, ...node }: Surroundings) {
    super({
      ...{ keystore: { findAccount: accountOf }, node: new SimulatedNode(node), log, confirmations },
      treasury: { topUp: () => Promise.resolve(false), paysGas: () => Promise.resolve(false) },
      ...{ chainId: CHAIN_ID, maxFeeWei: MAX_FEE_WEI },
    });
    this.observer = observer;
  }

  override async submit(body: string): Promise<{ transactionId: string }> {
    const answer = await super.submit(body);
    this.observer.taken(body, answer.transactionId);
    return answer;
  }

  override listByRef(query: TransactionQuery): Promise<ProviderTransaction[]> {
    this.observer.listed(query.providerWalletId);
    return super.listByRef(query);
  }
}

type Node = KeystoreCustodyDependencies['node'];

/** The chain's node as one worker reaches it. Requests and answers are lost or delayed by injected faults. */
class SimulatedNode implements Node {
  constructor(private readonly around: Omit<Surroundings, 'observer' | 'log' | 'confirmations'>) {}

  transactionCount(address: string, tag: 'latest' | 'pending'): Promise<number> {
    const { ledger, pool } = this.around;
    return this.read('count', () => (tag === 'latest' ? ledger.countOf(address) : pool.nextNonce(address)));
  }

  confirmedCount(address: string, confirmations: number): Promise<number> {
    return this.read('confirmedCount', () => this.around.ledger.countOf(address, confirmations));
  }

  balanceWei(address: string): Promise<bigint> {
    return this.read('balance', () => this.around.ledger.state.nativeWei.get(address) ?? 0n);
  }

  presentFees(): Promise<Fees> {
    return this.read('fees', () => feesAt(this.around.pool.baseFeeWei));
  }

  estimateGas(
    { from, to, data: callData }: { from: string; to: string; data: string },
    tag: 'latest' | 'pending' = 'latest',
  ): Promise<bigint> {
    return this.read('estimateGas', () => {
      const { ledger } = this.around;
      const call = { from, to, callData };
      if ((tag === 'pending' ? ledger.simulate(call) : ledger.tryCall(call)) === null) return GAS;
      const failure = { class: 'permanent', facts: {}, resend: 'after_backoff', retryAfterMs: 0 } as const;
      throw new ProviderError('estimateGas', failure);
    });
  }

  knows(hash: string): Promise<boolean> {
    const { ledger, pool } = this.around;
    return this.read('knows', () => pool.holds(hash) || ledger.receipts.has(hash));
  }

  succeeded(hash: string): Promise<boolean | null> {
    return this.read('receipt', () => this.around.ledger.receipts.get(hash)?.succeeded ?? null);
  }

  sendRaw(raw: string): Promise<SendOutcome> {
    const { world, pool, injector } = this.around;
    const { faults, random, time } = world;
    if (faults.fires('request_late')) {
      time.after(random.between(1_500, 12_000), () => void pool.send(raw));
      return injector.call('node.send (arrives late)', () => {
        throw noAnswer('timeout');
      });
    }
    return injector.call('node.send', () => {
      if (faults.fires('request_reset')) throw noAnswer('connection');
      const outcome = pool.send(raw);
      if (faults.fires('answer_lost')) throw noAnswer('connection');
      return outcome;
    });
  }

  private read<T>(name: string, answer: () => T): Promise<T> {
    return this.around.injector.call(`node.${name}`, () => {
      if (this.around.world.faults.fires('read_failed')) throw noAnswer('timeout');
      return answer();
    });
  }
}
