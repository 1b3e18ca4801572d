import { zeroPadValue } from 'ethers/utils';
import { chainUnavailable, toReason } from './chain-unavailable.js';
import { CallRevertedError, type ChainRpc, toBlockTag } from './chain-rpc.js';
import {
  type CallRequest,
  Chain,
  type ChainHead,
  ChainUnavailableError,
  type Effect,
  type EffectQuery,
  type MarketState,
  type Readback,
  type ReadbackRequest,
  type Receipt,
  type RefState,
  type Simulation,
} from './chain.js';
import { decodeContractError } from './contracts/contract-error.js';
import { viewCall } from './contracts/contract-view.js';
import type { PermitState } from './contracts/permit.js';
import { EVENT_TOPICS } from './contracts/decode-event.js';
import { type GasPrice, gasPriceAt } from './contracts/fees.js';
import { MARKET_PHASES } from './contracts/outcome.js';
import { findEffect } from './find-effect.js';
import { parseBlock, parseReceipt, parseTransaction, quantity } from './parse-answer.js';
import { readBack } from './readback.js';

export interface ChainAddresses {
  factoryAddress: string;
  collateralAddress: string;
}

/** Market addresses that are remembered; then all are forgotten. Each takes some 150 bytes. */
const MAX_KNOWN_MARKETS = 10_000;
/** Age up to which a fee is used again. Blocks change the base fee by at most an eighth each, far within the headroom. */
const MAX_FEE_AGE_MS = 1_000;

/** Fee of one gas unit, with the time of the read on this process's monotonic clock. */
interface ReadFee {
  wei: bigint;
  readAtMs: number;
}

export class EthersChain extends Chain {
  /** Caches positive answers: only the same market can ever be at its address. */
  private readonly knownMarkets = new Set<string>();
  private baseFee: ReadFee | null = null;
  private priorityFee: ReadFee | null = null;

  constructor(
    private readonly rpc: ChainRpc,
    private readonly addresses: ChainAddresses,
  ) {
    super();
  }

  async simulate({ from, to, callData }: CallRequest): Promise<Simulation> {
    try {
      await this.rpc.call(to, callData, { from, block: 'pending' });
      return { ok: true };
    } catch (error) {
      if (error instanceof CallRevertedError)
        return { ok: false, contractError: decodeContractError(error.revertData) };
      throw error;
    }
  }

  async receipt(transactionHash: string): Promise<Receipt | null> {
    return parseReceipt(await this.rpc.send('eth_getTransactionReceipt', [transactionHash]));
  }

  async transaction(transactionHash: string): Promise<CallRequest | null> {
    return parseTransaction(await this.rpc.send('eth_getTransactionByHash', [transactionHash]));
  }

  async head(): Promise<ChainHead> {
    const block = parseBlock(await this.rpc.send('eth_getBlockByNumber', ['latest', false]));
    this.baseFee = { wei: block.baseFeeWei, readAtMs: performance.now() };
    return block;
  }

  async isMarket(address: string): Promise<boolean> {
    const key = address.toLowerCase();
    if (this.knownMarkets.has(key)) return true;
    const known = await this.rpc.view(this.addresses.factoryAddress, viewCall('factory', 'isMarket', [address]));
    if (!known) return false;
    if (this.knownMarkets.size >= MAX_KNOWN_MARKETS) this.knownMarkets.clear();
    this.knownMarkets.add(key);
    return true;
  }

  async allowance({ owner, spender }: { owner: string; spender: string }, block?: number): Promise<bigint> {
    return this.rpc.view(this.addresses.collateralAddress, viewCall('token', 'allowance', [owner, spender]), block);
  }

  override async permitState(owner: string): Promise<PermitState | null> {
    const { collateralAddress: token } = this.addresses;
    try {
      const [nonce, domainSeparator] = await Promise.all([
        this.rpc.view(token, viewCall('token', 'nonces', [owner])),
        this.rpc.view(token, viewCall('token', 'DOMAIN_SEPARATOR', [])),
      ]);
      return { nonce, domainSeparator };
    } catch (error) {
      if (error instanceof ChainUnavailableError) return null;
      throw error;
    }
  }

  async nativeBalance(address: string, block?: number | 'pending'): Promise<bigint> {
    const balance = await this.rpc.send('eth_getBalance', [address, toBlockTag(block ?? 'latest')]);
    return quantity(balance, 'eth_getBalance');
  }

  async collateralBalance(address: string, block?: number | 'pending'): Promise<bigint> {
    return this.rpc.view(this.addresses.collateralAddress, viewCall('token', 'balanceOf', [address]), block);
  }

  async marketState(address: string, blockNumber?: number): Promise<MarketState> {
    const views = [
      viewCall('market', 'status', []),
      viewCall('market', 'closeTimestamp', []),
      viewCall('market', 'totalYes', []),
      viewCall('market', 'totalNo', []),
    ];
    const values = await this.rpc.viewAll(
      views.map((view) => ({ to: address, view })),
      blockNumber,
    );
    const [status, closeTimestamp, yesBaseUnits, noBaseUnits] = values;
    const phase = MARKET_PHASES[Number(status)];
    if (phase === undefined || yesBaseUnits === undefined || noBaseUnits === undefined) {
      throw chainUnavailable('eth_call', 'unreadable');
    }
    return { phase, closesAtMs: Number(closeTimestamp) * 1000, pools: { yesBaseUnits, noBaseUnits } };
  }

  /** Both parts are shared by all lanes, and the base fee by all that read the chain's head. */
  async gasPrice(): Promise<GasPrice> {
    const isOld = (read: ReadFee | null): boolean =>
      read === null || performance.now() - read.readAtMs > MAX_FEE_AGE_MS;
    await Promise.all([
      isOld(this.baseFee) ? this.head() : null,
      isOld(this.priorityFee) ? this.readPriorityFee() : null,
    ]);
    return gasPriceAt(this.baseFee?.wei ?? 0n, this.priorityFee?.wei);
  }

  private async readPriorityFee(): Promise<void> {
    const operation = 'eth_maxPriorityFeePerGas';
    const suggested = await this.rpc.send(operation, []).catch((error: unknown) => {
      if (toReason(error).startsWith('rpc')) return '0x0'; // a node that suggests none gets the least
      throw error;
    });
    this.priorityFee = { wei: quantity(suggested, operation), readAtMs: performance.now() };
  }

  async refState(query: { sender: string; ref: string; confirmations: number }): Promise<RefState> {
    const head = await this.head();
    const confirmed = Math.max(0, head.blockNumber - query.confirmations + 1);
    const [used, block] = await Promise.all([
      this.rpc.view(
        this.addresses.factoryAddress,
        viewCall('factory', 'refUsed', [query.sender, query.ref]),
        confirmed,
      ),
      this.rpc.send('eth_getBlockByNumber', [toBlockTag(confirmed), false]),
    ]);
    const { blockNumber, timestampMs: blockTimestampMs } = parseBlock(block);
    return { used, blockNumber, blockTimestampMs };
  }

  async findEffect({ sender, ref, marketAddress, ...period }: EffectQuery): Promise<Effect | null> {
    const { MarketCreated, ...marketEvents } = EVENT_TOPICS;
    const topic = zeroPadValue(sender, 32);
    const filter =
      marketAddress === null
        ? { address: this.addresses.factoryAddress, topics: [MarketCreated, null, topic, ref] }
        : { address: marketAddress, topics: [Object.values(marketEvents), topic, ref] };
    return findEffect(this.rpc, filter, period);
  }

  async readback(request: ReadbackRequest): Promise<Readback> {
    const reader = { rpc: this.rpc, factoryAddress: this.addresses.factoryAddress };
    try {
      // In one batch, which one node answers: some nodes answer for a block that they lack as for their latest.
      const [values] = await Promise.all([readBack(reader, request, request.blockNumber), this.headFrom(request)]);
      return values;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      // A pruned node has dropped the state of that block: read the latest and name its block.
      const { blockNumber } = await this.headFrom(request);
      return { ...(await readBack(reader, request, blockNumber)), as_of_block: String(blockNumber) };
    }
  }

  /** @throws ChainUnavailableError when the node is behind the block */
  private async headFrom({ blockNumber }: { blockNumber: number }): Promise<ChainHead> {
    const head = await this.head();
    if (head.blockNumber < blockNumber) throw chainUnavailable('eth_getBlockByNumber', 'behind');
    return head;
  }
}
