import type { ChainRpc } from './chain-rpc.js';
import { ContractAnswerError, viewCall } from './contracts/contract-view.js';
import { parseBlock } from './parse-answer.js';

/** Immutable facts of a market of the factory. Addresses are lower-case. */
export interface MarketIdentity {
  creator: string;
  resolver: string;
  /** The creator's name for it; null when it is not valid text. */
  name: string | null;
}

/** Reads markets from one node. Rejects within a few seconds when the node does not answer. */
export class MarketReader {
  constructor(
    private readonly rpc: ChainRpc,
    private readonly factoryAddress: string,
  ) {}

  /**
   * Null when the factory did not deploy a market at this address, undefined when a node behind `knownBlock` shows none. The
   * head is read in the same batch, which one node answers.
   */
  async findMarket(marketContractAddress: string, knownBlock: number): Promise<MarketIdentity | null | undefined> {
    const [isMarket, head] = await Promise.all([
      this.isMarket(marketContractAddress),
      this.rpc.send('eth_getBlockByNumber', ['latest', false]),
    ]);
    if (!isMarket) return parseBlock(head).blockNumber < knownBlock ? undefined : null;
    const [creator, resolver, name] = await Promise.all([
      this.rpc.view(marketContractAddress, viewCall('market', 'creator', [])),
      this.rpc.view(marketContractAddress, viewCall('market', 'resolver', [])),
      this.findName(marketContractAddress),
    ]);
    return { creator: creator.toLowerCase(), resolver: resolver.toLowerCase(), name };
  }

  /** Null for a name that is not valid UTF-8, which the contract accepts. */
  private async findName(address: string): Promise<string | null> {
    const view = viewCall('market', 'id', []);
    try {
      return view.decode(await this.rpc.call(address, view.data));
    } catch (error) {
      if (error instanceof ContractAnswerError) return null;
      throw error;
    }
  }

  private async isMarket(address: string): Promise<boolean> {
    return this.rpc.view(this.factoryAddress, viewCall('factory', 'isMarket', [address]));
  }
}
