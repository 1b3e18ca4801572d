import type { Interface } from 'ethers';
import { factoryInterface, marketInterface } from '@app/contracts';
import { type BlockRef, type ChainLog, type LogRange, LogSource, type RangeLogs } from '@app/indexer';

const MARKETS = 200;
const BUYERS = 500;
const MAX_WINNERS = 20;
const EVENTS_PER_BLOCK = 5;
const STAKE_BASE_UNITS = 1_000_000n;
const FIRST_BLOCK_S = 1_700_000_000;
const DAY_S = 86_400;
export const FACTORY = `0x${'fa'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const ZERO_REF = `0x${'00'.repeat(32)}`;

interface MarketState {
  readonly address: string;
  /** Base units on YES and on NO. */
  readonly pools: [bigint, bigint];
  /** Base units on YES by buyer. */
  readonly yesStakes: Map<number, bigint>;
  readonly noStakes: Map<number, bigint>;
}

/**
 * Generates the logs that the contracts emit: creations, buys in every market, then the resolution and the claims of every
 * second market.
 */
export function generateLogs(count: number): ChainLog[] {
  const logs = new LogWriter();
  const markets = Array.from({ length: MARKETS }, (_, index) => createMarket(logs, index));
  const claims = (MARKETS / 2) * MAX_WINNERS;
  while (logs.all.length < count - claims - MARKETS / 2) {
    const number = logs.all.length;
    const market = markets[number % MARKETS];
    if (market === undefined) break;
    const buyer = (Math.floor(number / MARKETS) * 13) % BUYERS;
    buy(logs, market, { buyer, isYes: (number >> 3) % 2 === 0 });
  }
  for (const market of markets.filter((_, index) => index % 2 === 0)) resolve(logs, market);
  return logs.all;
}

function createMarket(logs: LogWriter, index: number): MarketState {
  const address = marketAddress(index);
  logs.add(FACTORY, factoryInterface, 'MarketCreated', [
    ...[address, account(index), ZERO_REF, `market-${index}`, 'Will it rain?', FIRST_BLOCK_S + DAY_S],
    ...[account(0), TOKEN],
  ]);
  return { address, pools: [0n, 0n], yesStakes: new Map(), noStakes: new Map() };
}

function buy(
  logs: LogWriter,
  { address, pools, yesStakes, noStakes }: MarketState,
  { buyer, isYes }: { readonly buyer: number; readonly isYes: boolean },
): void {
  const stakes = isYes ? yesStakes : noStakes;
  const position = (stakes.get(buyer) ?? 0n) + STAKE_BASE_UNITS;
  stakes.set(buyer, position);
  pools[isYes ? 0 : 1] += STAKE_BASE_UNITS;
  const outcome = isYes ? 1 : 2;
  const args = [account(buyer), ZERO_REF, outcome, STAKE_BASE_UNITS, position, ...pools];
  logs.add(address, marketInterface, 'Bought', args);
}

/** Resolves the market to YES. */
function resolve(logs: LogWriter, { address, pools, yesStakes }: MarketState): void {
  logs.add(address, marketInterface, 'Resolved', [account(0), ZERO_REF, 1, ...pools]);
  for (const [buyer, stake] of [...yesStakes].slice(0, MAX_WINNERS)) {
    const payout = stake + (stake * pools[1]) / pools[0];
    logs.add(address, marketInterface, 'PayoutClaimed', [account(buyer), ZERO_REF, stake, payout]);
  }
}

class LogWriter {
  readonly all: ChainLog[] = [];

  add(address: string, contract: Interface, event: string, args: readonly unknown[]): void {
    const { topics, data } = contract.encodeEventLog(event, args);
    const number = this.all.length;
    const block = blockAt(1 + Math.floor(number / EVENTS_PER_BLOCK));
    const logIndex = number % EVENTS_PER_BLOCK;
    this.all.push({ ...block, address, topics, data, transactionHash: hash(number), logIndex });
  }
}

/** Answers the logs like a node. */
export class MemoryLogSource extends LogSource {
  constructor(private readonly all: readonly ChainLog[]) {
    super();
  }

  head(): Promise<BlockRef> {
    return Promise.resolve(blockAt(this.headNumber));
  }

  blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]> {
    return Promise.resolve(blockNumbers.map((number) => (number > this.headNumber ? null : blockAt(number))));
  }

  logs({ fromBlock, toBlock, addresses }: LogRange): Promise<RangeLogs> {
    const first = Math.max(0, (fromBlock - 1) * EVENTS_PER_BLOCK);
    const all = this.all.slice(first, Math.max(0, toBlock * EVENTS_PER_BLOCK));
    const logs = addresses === undefined ? all : all.filter(({ address }) => addresses.includes(address));
    return Promise.resolve({ logs, end: blockAt(toBlock) });
  }

  private get headNumber(): number {
    return this.all.at(-1)?.blockNumber ?? 0;
  }
}

function blockAt(blockNumber: number): BlockRef {
  return { blockNumber, blockHash: hash(blockNumber), timestampMs: (FIRST_BLOCK_S + blockNumber) * 1000 };
}

function hash(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`;
}

function account(number: number): string {
  return `0xac${number.toString(16).padStart(38, '0')}`;
}

function marketAddress(number: number): string {
  return `0xae${number.toString(16).padStart(38, '0')}`;
}
