import { JsonRpcProvider, type Log, zeroPadValue } from 'ethers';
import { type ContractEvent, decodeContractEvent } from '@app/chain';
import { TRANSFER_TOPIC } from '../../../tools/support/transfer-event.js';
import { eventually } from '../../support/eventually.js';

/** Reads the chain directly, to compare the product's answers with it. */
export class ChainClient {
  private readonly provider: JsonRpcProvider;

  constructor(rpcUrl: string) {
    this.provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1, pollingInterval: 50 });
  }

  close(): void {
    this.provider.destroy();
  }

  /** Unix seconds of the newest block. */
  async now(): Promise<number> {
    const block = await this.provider.getBlock('latest');
    if (block === null) throw new Error('no block');
    return block.timestamp;
  }

  /**
   * Moves the chain's clock forward to this time. The sum of all jumps must stay below
   * EXECUTION_DEADLINE_S: deadlines of executions are set by the machine's clock.
   */
  async reach(timestampS: number): Promise<void> {
    const aheadS = timestampS - (await this.now());
    if (aheadS > 0) {
      await this.provider.send('evm_increaseTime', [aheadS]);
      await this.provider.send('evm_mine', []);
    }
    await eventually(
      () => this.now(),
      (now) => now >= timestampS,
    );
  }

  /** Sends a transaction from the account, bypassing the product, and waits until it is mined. */
  async sendAs(from: string, to: string, data: string): Promise<void> {
    await this.provider.send('anvil_impersonateAccount', [from]);
    await this.provider.send('anvil_setBalance', [from, '0xde0b6b3a7640000']);
    const hash: string = await this.provider.send('eth_sendTransaction', [{ from, to, data }]);
    await this.provider.waitForTransaction(hash);
    if (!(await this.succeeded(hash))) throw new Error(`transaction ${hash} failed`);
  }

  async succeeded(transactionHash: string): Promise<boolean> {
    return (await this.provider.getTransactionReceipt(transactionHash))?.status === 1;
  }

  async readLogs(address: string): Promise<Log[]> {
    return this.provider.getLogs({ address, fromBlock: 0, toBlock: 'latest' });
  }

  async readEvents(address: string): Promise<ContractEvent[]> {
    const logs = await this.readLogs(address);
    return logs.map((log) => decodeContractEvent(log)).filter((event) => event !== null);
  }

  /** Returns the amounts of all transfers of the token between two accounts, in base units. */
  async transfers(token: string, from: string, to: string): Promise<bigint[]> {
    const logs = await this.provider.getLogs({
      address: token,
      fromBlock: 0,
      toBlock: 'latest',
      topics: [TRANSFER_TOPIC, zeroPadValue(from, 32), zeroPadValue(to, 32)],
    });
    return logs.map(({ data }) => BigInt(data));
  }

  async transactionCount(address: string): Promise<number> {
    return this.provider.getTransactionCount(address);
  }
}
