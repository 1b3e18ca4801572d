import { decodeContractEvent } from '@app/contracts';
import {
  type CreatedMarket,
  type EventPosition,
  type IndexedEvent,
  toCreatedMarket,
  toIndexedEvent,
} from './indexed-event.js';
import type { ChainLog } from './log-source.js';

/** The events of our factory and its markets in one range of blocks, in the order of the chain. */
export interface EventBatch {
  created: readonly CreatedMarket[];
  /** The creations among them. */
  events: readonly IndexedEvent[];
}

export interface BatchContext {
  /** Lower case. */
  factoryAddress: string;
  /** Whether an address, in lower case, is a market that was created before this range. */
  isMarket: (address: string) => boolean;
  timeOf: (log: ChainLog) => Date;
}

/**
 * Anyone can emit what looks like our events: a creation counts from the factory alone, everything else from a market
 * that the factory has created.
 */
export function readEvents(logs: readonly ChainLog[], { factoryAddress, isMarket, timeOf }: BatchContext): EventBatch {
  const created: CreatedMarket[] = [];
  const events: IndexedEvent[] = [];
  const born = new Set<string>();
  for (const log of logs) {
    const emitter = log.address.toLowerCase();
    const fromFactory = emitter === factoryAddress;
    if (!fromFactory && !born.has(emitter) && !isMarket(emitter)) continue;
    const event = decodeContractEvent(log);
    if (event === null || (event.name === 'MarketCreated') !== fromFactory) continue;
    const place = placeOf(log, timeOf(log));
    if (event.name === 'MarketCreated') {
      created.push(toCreatedMarket(event, place));
      born.add(event.market.toLowerCase());
    }
    events.push(toIndexedEvent(event, place));
  }
  return { created, events };
}

function placeOf({ blockNumber, logIndex, blockHash, transactionHash }: ChainLog, blockTime: Date): EventPosition {
  return { blockNumber, logIndex, blockHash, transactionHash, blockTime };
}
