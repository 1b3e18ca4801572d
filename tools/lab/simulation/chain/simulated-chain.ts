import type { GasPrice, Readback } from '@app/chain';
import {
  type CallRequest,
  Chain,
  type ChainHead,
  ChainUnavailableError,
  type Effect,
  type MarketState,
  type ReadbackRequest,
  type Receipt,
  type RefState,
  type Simulation,
} from '../../../../libs/chain/src/chain.js';
import type { FaultInjector } from '../workers/fault-injector.js';
import type { World } from '../world/world.js';
import type { ContractModel } from './contract-model.js';
import type { Ledger } from './ledger.js';

type Balances = ReadonlyMap<string, bigint>;

const WEI_PER_GAS = 2_000_000_000n;

/** How many blocks a node of the address may be behind. */
const MAX_LAG_BLOCKS = 5;

/** Outages and errors of the node, shared by all workers. */
export class ChainFaults {
  private downUntilMs = 0;

  constructor(private readonly world: World) {}

  check(operation: string): void {
    const { faults, random, nowMs } = this.world;
    if (faults.areHealed) return;
    if (faults.fires('chain_outage')) this.downUntilMs = nowMs + random.between(1_000, 8_000);
    if (nowMs < this.downUntilMs || faults.fires('rpc_error')) throw new ChainUnavailableError(operation);
  }
}

/** The chain as one worker sees it, with faults injected. Calls of one moment are one batch, which one node answers. */
export class SimulatedChain extends Chain {
  /** Newest block of the node that answers the batch; null for a node that has all blocks. */
  private batch: { atMs: number; height: number | null } = { atMs: -1, height: null };

  constructor(
    private readonly ledger: Ledger,
    private readonly chainFaults: ChainFaults,
    private readonly injector: FaultInjector,
    private readonly world: World,
  ) {
    super();
  }

  simulate(call: CallRequest): Promise<Simulation> {
    return this.call('simulate', () => {
      const contractError = this.ledger.simulate(call);
      return contractError === null ? { ok: true } : { ok: false, contractError };
    });
  }

  receipt(transactionHash: string): Promise<Receipt | null> {
    return this.call('receipt', () => {
      const receipt = this.ledger.receipts.get(transactionHash);
      return receipt === undefined || receipt.blockNumber > this.ledger.head.number ? null : receipt;
    });
  }

  transaction(transactionHash: string): Promise<CallRequest | null> {
    return this.call('transaction', () => this.ledger.calls.get(transactionHash) ?? null);
  }

  head(): Promise<ChainHead> {
    return this.call('head', () => {
      const { number, hash, timestampS } = this.ledger.head;
      return { blockNumber: number, blockHash: hash, timestampMs: timestampS * 1000 };
    });
  }

  isMarket(address: string): Promise<boolean> {
    return this.call('isMarket', () => this.ledger.state.isMarket(address));
  }

  allowance({ owner, spender }: { owner: string; spender: string }, block = Infinity): Promise<bigint> {
    const read = (): bigint => this.ledger.state.allowances.get(`${owner}|${spender.toLowerCase()}`) ?? 0n;
    return this.call('allowance', () => (block < this.ledger.head.number ? this.ledger.readAt(block, read) : read()));
  }

  nativeBalance(address: string, block?: number | 'pending'): Promise<bigint> {
    return this.call('nativeBalance', () => this.balance(({ nativeWei }) => nativeWei, address, block));
  }

  collateralBalance(address: string, block?: number | 'pending'): Promise<bigint> {
    return this.call('collateralBalance', () => this.balance(({ tokens }) => tokens, address, block));
  }

  marketState(address: string): Promise<MarketState> {
    return this.call('marketState', () => {
      const market = this.ledger.state.markets.get(address.toLowerCase());
      if (market === undefined) throw new ChainUnavailableError('marketState');
      const pools = { yesBaseUnits: market.totalYes, noBaseUnits: market.totalNo };
      return { phase: market.status, closesAtMs: market.closeAtS * 1000, pools };
    });
  }

  gasPrice(): Promise<GasPrice> {
    return this.call('gasPrice', () => ({ maxFeeWei: WEI_PER_GAS, presentWei: WEI_PER_GAS }));
  }

  refState(query: { sender: string; ref: string; confirmations: number }): Promise<RefState> {
    return this.call('refState', () => {
      const confirmed = this.ledger.blockAt(this.ledger.head.number - query.confirmations + 1);
      const effect = this.ledger.state.effectOf(query.sender, query.ref);
      const used = effect !== null && effect.blockNumber <= confirmed.number;
      return { used, blockNumber: confirmed.number, blockTimestampMs: confirmed.timestampS * 1000 };
    });
  }

  findEffect(query: { sender: string; ref: string; marketAddress: string | null }): Promise<Effect | null> {
    return this.call('findEffect', () => {
      const effect = this.ledger.state.effectOf(query.sender, query.ref);
      if (effect === null) return null;
      const { transactionHash, blockNumber, blockHash } = effect;
      return { transactionHash, blockNumber, blockHash };
    });
  }

  readback({ blockNumber }: ReadbackRequest): Promise<Readback> {
    return this.call('readback', () => ({ block: String(blockNumber) }));
  }

  private balance(select: (state: ContractModel) => Balances, address: string, block?: number | 'pending'): bigint {
    const read = (): bigint => select(this.ledger.state).get(address) ?? 0n;
    return block === 'pending' ? this.ledger.onPending(read) : read();
  }

  private call<T>(operation: string, answer: () => T): Promise<T> {
    const height = this.chooseHeight();
    return this.injector.call(`chain.${operation}`, () => {
      this.chainFaults.check(operation);
      return height === null ? answer() : this.ledger.readAt(height, answer);
    });
  }

  private chooseHeight(): number | null {
    const { nowMs: atMs, faults, random } = this.world;
    if (this.batch.atMs === atMs) return this.batch.height;
    const lag = faults.fires('node_behind') ? random.between(1, MAX_LAG_BLOCKS) : null;
    this.batch = { atMs, height: lag === null ? null : Math.max(0, this.ledger.head.number - lag) };
    return this.batch.height;
  }
}
