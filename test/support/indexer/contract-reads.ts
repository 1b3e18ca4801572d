import { fromBaseUnits } from '@app/common';
import { zeroPadValue } from 'ethers';
import {
  type ChainRpc,
  decodeContractEvent,
  type EventLog,
  MARKET_PHASES,
  type MarketOutcome,
  outcomeFromNumber,
  viewCall,
} from '@app/chain';
import { TRANSFER_TOPIC } from '../../../tools/support/transfer-event.js';
import { DECIMALS, type IndexerFixture } from './indexer-fixture.js';

const ONE = 10n ** 18n;
export const display = (amount: bigint): string => fromBaseUnits(amount, DECIMALS);

/** A holding in the fields of a portfolio, computed from contract reads. */
export interface Holding {
  quantities: Record<string, string>;
  claimable: string;
  refundable: string;
  settled: boolean;
  cost: string;
  value: string;
  /** Profit or loss that can no longer change, in display units. */
  realized: string;
  unrealized: string;
  claimAction: string | null;
}

export const EMPTY_HOLDING: Holding = {
  ...{ quantities: {}, claimable: '0', refundable: '0', settled: false, cost: '0', value: '0' },
  ...{ realized: '0', unrealized: '0', claimAction: null },
};

type Transfer = EventLog & { transactionHash: string; blockNumber: string };

/** State of a market and an account, read from the contracts. */
interface MarketReadings {
  yes: bigint;
  no: bigint;
  payout: bigint;
  refund: bigint;
  settled: boolean;
  phase: string;
  winner: MarketOutcome | null;
  /** Collateral transfers from the market to the account. */
  paid: Transfer[];
  received: bigint;
}

/** Reads the expected state of the read models from the contracts themselves. */
export class ContractReads {
  constructor(
    private readonly fixture: IndexerFixture,
    private readonly rpc: ChainRpc,
  ) {}

  async holding(account: string, market: string): Promise<Holding> {
    const facts = await this.facts(account, market);
    const { yes, no, payout, refund, settled, phase, received } = facts;
    const cost = yes + no;
    const isOver = phase === 'resolved' || phase === 'cancelled';
    const value = isOver ? payout + refund : cost;
    const realized = isOver ? computeRealized(facts) : 0n;
    return {
      quantities: { ...(yes > 0n && { YES: display(yes) }), ...(no > 0n && { NO: display(no) }) },
      claimable: display(payout),
      refundable: display(refund),
      settled,
      cost: display(cost),
      value: display(value),
      realized: display(realized),
      unrealized: display(isOver ? value + received - cost - realized : 0n),
      claimAction: payout > 0n ? 'claim_payout' : refund > 0n ? 'claim_refund' : null,
    };
  }

  /** Returns `outcome amount status transaction time` of each expected settlement. */
  async settlements(account: string, market: string): Promise<string[]> {
    const { yes, no, payout, settled, phase, winner, paid, received } = await this.facts(account, market);
    const [claim] = paid;
    const end =
      settled && claim !== undefined ? `SETTLED ${claim.transactionHash} ${await this.readTime(claim)}` : 'PENDING';
    const due: [side: string, amount: bigint][] = [];
    if (phase === 'resolved') due.push([winner ?? '', settled ? received : payout]);
    if (phase === 'cancelled') due.push(['NO', no], ['YES', yes]);
    return due.filter(([, amount]) => amount > 0n).map(([side, amount]) => `${side} ${display(amount)} ${end}`);
  }

  /** Returns `outcome quantity average_entry_price` of each expected position. */
  async positions(account: string, market: string): Promise<string[]> {
    const logs = await this.logs({ address: market });
    const pools = { YES: 0n, NO: 0n };
    const own = { YES: { stake: 0n, weighted: 0n }, NO: { stake: 0n, weighted: 0n } };
    for (const event of logs.map((log) => decodeContractEvent(log))) {
      if (event?.name !== 'Bought') continue;
      const { outcome, amountBaseUnits } = event;
      pools[outcome] += amountBaseUnits;
      if (event.account !== account) continue;
      own[outcome].stake += amountBaseUnits;
      own[outcome].weighted += amountBaseUnits * ((pools[outcome] * ONE) / (pools.YES + pools.NO));
    }
    return (['NO', 'YES'] as const)
      .filter((side) => own[side].stake > 0n)
      .map((side) => {
        const { stake, weighted } = own[side];
        return `${side} ${display(stake)} ${fromBaseUnits(weighted / stake, 18)}`;
      });
  }

  async readWinner(market: string): Promise<MarketOutcome | null> {
    return outcomeFromNumber(await this.rpc.view(market, viewCall('market', 'winningOutcome', [])));
  }

  private async facts(account: string, market: string): Promise<MarketReadings> {
    const { rpc } = this;
    const topics = [TRANSFER_TOPIC, zeroPadValue(market, 32), zeroPadValue(account, 32)];
    const [yes, no, payout, refund, settled, status, winner, paid] = await Promise.all([
      rpc.view(market, viewCall('market', 'yesPositions', [account])),
      rpc.view(market, viewCall('market', 'noPositions', [account])),
      rpc.view(market, viewCall('market', 'claimablePayout', [account])),
      rpc.view(market, viewCall('market', 'claimableRefund', [account])),
      rpc.view(market, viewCall('market', 'hasClaimed', [account])),
      rpc.view(market, viewCall('market', 'status', [])),
      this.readWinner(market),
      this.logs({ address: this.fixture.contracts.collateral, topics }),
    ]);
    const phase = MARKET_PHASES[Number(status)] ?? 'open';
    const received = paid.reduce((sum, { data }) => sum + BigInt(data), 0n);
    return { yes, no, payout, refund, settled, phase, winner, paid, received };
  }

  private logs(filter: { address: string; topics?: string[] }): Promise<Transfer[]> {
    return this.fixture.contracts.chain.rpc('eth_getLogs', [{ ...filter, fromBlock: '0x0', toBlock: 'latest' }]);
  }

  private async readTime({ blockNumber }: Transfer): Promise<string> {
    const block = await this.fixture.contracts.chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', [
      blockNumber,
      false,
    ]);
    return new Date(Number(block.timestamp) * 1000).toISOString();
  }
}

/** Returns the realized profit or loss: a loss is realized by the resolution, a profit or refund by the claim. */
function computeRealized({ phase, winner, yes, no, settled, received }: MarketReadings): bigint {
  if (phase === 'cancelled') return 0n;
  const [won, lost] = winner === 'YES' ? [yes, no] : [no, yes];
  return (settled ? received - won : 0n) - lost;
}
