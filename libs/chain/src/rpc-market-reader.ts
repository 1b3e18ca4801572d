import { type MarketIdentity, MarketReader } from '@app/agents';
import { ContractAnswerError, viewCall } from '@app/contracts';
import type { JsonRpc } from './json-rpc.js';

/** Who made a market and who decides it, asked from one node. */
export class RpcMarketReader extends MarketReader {
  constructor(
    private readonly rpc: JsonRpc,
    private readonly factoryAddress: string,
  ) {
    super();
  }

  async findMarket(marketContractAddress: string): Promise<MarketIdentity | null> {
    if (!(await this.isMarket(marketContractAddress))) return null;
    const [creator, resolver, name] = await Promise.all([
      this.rpc.view(marketContractAddress, viewCall('market', 'creator', [])),
      this.rpc.view(marketContractAddress, viewCall('market', 'resolver', [])),
      this.nameOf(marketContractAddress),
    ]);
    return { creator: creator.toLowerCase(), resolver: resolver.toLowerCase(), name };
  }

  /** Anyone may call a market anything: bytes that are no text among it. */
  private async nameOf(address: string): Promise<string | null> {
    try {
      return await this.rpc.view(address, viewCall('market', 'id', []));
    } catch (error) {
      if (error instanceof ContractAnswerError) return null;
      throw error;
    }
  }

  private async isMarket(address: string): Promise<boolean> {
    return this.rpc.view(this.factoryAddress, viewCall('factory', 'isMarket', [address]));
  }
}
