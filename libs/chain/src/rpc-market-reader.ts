import { type MarketIdentity, MarketReader } from '@app/agents';
import { ContractAnswerError, viewCall } from '@app/contracts';
import type { ChainRpc } from './chain-rpc.js';

/** Reads the creator, resolver and name of markets from one node. */
export class RpcMarketReader extends MarketReader {
  constructor(
    private readonly rpc: ChainRpc,
    private readonly factoryAddress: string,
  ) {
    super();
  }

  async findMarket(marketContractAddress: string): Promise<MarketIdentity | null> {
    if (!(await this.isMarket(marketContractAddress))) return null;
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
