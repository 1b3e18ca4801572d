import { setTimeout as delay } from 'node:timers/promises';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { type ChainOptions, type RunningChain, startMemoryChain } from '../../../dev/devnet/chain/chain.js';
import { isRecord } from '@app/common';
import { at, textAt } from '../../support/json.js';

const BLOCK_INTERVAL_MS = 1_000;
/** Longer than a run: no block comes by itself. */
const HELD_INTERVAL_S = 86_400;

/** A chain that can hold its blocks back and lose its pool. */
export class ChaosChain {
  private ticks: NodeJS.Timeout | null = null;

  private constructor(private readonly chain: RunningChain) {}

  static async start(options: ChainOptions): Promise<ChaosChain> {
    return new ChaosChain(await startMemoryChain(options));
  }

  get rpcUrl(): string {
    return this.chain.rpcUrl;
  }

  /** Mines no block until `release`. */
  async holdBlocks(): Promise<void> {
    clearInterval(this.ticks ?? undefined);
    await this.call('evm_setIntervalMining', HELD_INTERVAL_S);
  }

  /** Mines each transaction at once again, and an empty block every second. */
  async release(): Promise<void> {
    await this.call('evm_setAutomine', true);
    // Anvil cannot return to its mixed mode.
    this.ticks = setInterval(() => void this.call('evm_mine').catch(() => undefined), BLOCK_INTERVAL_MS);
  }

  async poolSize(): Promise<number> {
    const block = await this.call('eth_getBlockTransactionCountByNumber', 'pending');
    return Number(block);
  }

  /** Transactions of the wallet that has the most of them in the pool, in the order of their nonces. */
  async listLongest(): Promise<string[]> {
    const pending = at(await this.call('txpool_content'), 'pending');
    const byWallet = Object.values(isRecord(pending) ? pending : {}).map((byNonce) =>
      Object.entries(isRecord(byNonce) ? byNonce : {})
        .sort(([one], [other]) => Number(one) - Number(other))
        .map(([, transaction]) => textAt(transaction, 'hash')),
    );
    return byWallet.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
  }

  async dropTransaction(hash: string): Promise<void> {
    await this.call('anvil_dropTransaction', hash);
  }

  async mine(): Promise<void> {
    await this.call('evm_mine');
  }

  async dropPool(): Promise<void> {
    await this.call('anvil_dropAllTransactions');
  }

  /** Multiplies the base fee of the next block. It falls by an eighth with every empty block. */
  async raiseBaseFee(factor: bigint): Promise<void> {
    const block = await this.call('eth_getBlockByNumber', 'latest', false);
    const baseFeeWei = BigInt(textAt(block, 'baseFeePerGas')) * factor;
    await this.call('anvil_setNextBlockBaseFeePerGas', `0x${baseFeeWei.toString(16)}`);
  }

  /** Keeps the base fee at a multiple of the present one, in blocks every second. */
  async holdBaseFee(factor: bigint, durationMs: number): Promise<void> {
    const block = await this.call('eth_getBlockByNumber', 'latest', false);
    const baseFee = `0x${(BigInt(textAt(block, 'baseFeePerGas')) * factor).toString(16)}`;
    for (const until = Date.now() + durationMs; Date.now() < until; await delay(BLOCK_INTERVAL_MS)) {
      await this.call('anvil_setNextBlockBaseFeePerGas', baseFee);
      await this.call('evm_mine');
    }
    await this.call('anvil_setNextBlockBaseFeePerGas', textAt(block, 'baseFeePerGas'));
  }

  /** Replaces the last blocks by empty ones. Their transactions are lost. */
  async reorganise(depth: number): Promise<void> {
    await this.call('anvil_reorg', depth, []);
  }

  async stop(): Promise<void> {
    clearInterval(this.ticks ?? undefined);
    await this.chain.stop(0);
  }

  private call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return callChain(this.rpcUrl, method, params);
  }
}
