import { type HoldingsReading, type MarketHolding, type MarketIdentity, MarketReader } from '@app/agents';
import { MARKET_STATUSES, outcomeFromNumber, viewCall } from '@app/contracts';
import type { JsonRpc } from './json-rpc.js';
import { parseBlock } from './parse-answer.js';

/** Markets and what an account holds in them, asked from one node, all at one block. */
export class RpcMarketReader extends MarketReader {
  constructor(
    private readonly rpc: JsonRpc,
    private readonly factoryAddress: string,
  ) {
    super();
  }

  async findMarket(marketContractAddress: string): Promise<MarketIdentity | null> {
    if (!(await this.isMarket(marketContractAddress))) return null;
    const [creator, resolver] = await Promise.all([
      this.rpc.view(marketContractAddress, viewCall('market', 'creator', [])),
      this.rpc.view(marketContractAddress, viewCall('market', 'resolver', [])),
    ]);
    return { creator: creator.toLowerCase(), resolver: resolver.toLowerCase() };
  }

  async readHoldings(account: string, marketContractAddresses: readonly string[]): Promise<HoldingsReading> {
    const block = parseBlock(await this.rpc.send('eth_getBlockByNumber', ['latest', false]));
    const { blockNumber } = block;
    const holdings = await Promise.all(
      marketContractAddresses.map((address) => this.readHolding(account, address, blockNumber)),
    );
    return {
      blockNumber,
      blockTime: new Date(block.timestampMs),
      holdings: holdings.filter((holding) => holding !== null),
    };
  }

  private async isMarket(address: string, block?: number): Promise<boolean> {
    return this.rpc.view(this.factoryAddress, viewCall('factory', 'isMarket', [address]), block);
  }

  private async readHolding(account: string, address: string, block: number): Promise<MarketHolding | null> {
    if (!(await this.isMarket(address, block))) return null;
    const at = <T>(view: Parameters<typeof this.rpc.view<T>>[1]): Promise<T> => this.rpc.view(address, view, block);
    const [status, closeTimestamp, winning, yes, no, totalYes, totalNo, payout, refund, hasClaimed] = await Promise.all(
      [
        at(viewCall('market', 'status', [])),
        at(viewCall('market', 'closeTimestamp', [])),
        at(viewCall('market', 'winningOutcome', [])),
        at(viewCall('market', 'yesPositions', [account])),
        at(viewCall('market', 'noPositions', [account])),
        at(viewCall('market', 'totalYes', [])),
        at(viewCall('market', 'totalNo', [])),
        at(viewCall('market', 'claimablePayout', [account])),
        at(viewCall('market', 'claimableRefund', [account])),
        at(viewCall('market', 'hasClaimed', [account])),
      ],
    );
    const outcome = outcomeFromNumber(winning);
    return {
      marketContractAddress: address.toLowerCase(),
      phase: MARKET_STATUSES[Number(status)] ?? 'open',
      closesAt: new Date(Number(closeTimestamp) * 1000),
      winningOutcome: outcome === null ? null : outcome === 'YES' ? 'yes' : 'no',
      yesBaseUnits: yes,
      noBaseUnits: no,
      totalYesBaseUnits: totalYes,
      totalNoBaseUnits: totalNo,
      claimablePayoutBaseUnits: payout,
      claimableRefundBaseUnits: refund,
      hasClaimed,
    };
  }
}
