import { decodeContractEvent } from '@app/contracts';
import {
  type CreatedMarket,
  type EventPosition,
  type IndexedEvent,
  toCreatedMarket,
  toIndexedEvent,
} from './indexed-event.js';
import type { ChainLog } from './log-source.js';

/** Events of the factory and its markets in one block range, in chain order. */
export interface EventBatch {
  created: readonly CreatedMarket[];
  /** Markets created in the range. */
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
 * Decodes the logs of the factory and its markets. Any contract can emit look-alikes, so creations count only from the
 * factory, and other events only from markets that it created.
 */
export function readEvents(logs: readonly ChainLog[], { factoryAddress, isMarket, timeOf }: BatchContext): EventBatch {
  const created: CreatedMarket[] = [];
  const events: IndexedEvent[] = [];
  const createdHere = new Set<string>();
  for (const log of logs) {
    const emitter = log.address.toLowerCase();
    const fromFactory = emitter === factoryAddress;
    if (!fromFactory && !createdHere.has(emitter) && !isMarket(emitter)) continue;
    const event = decodeContractEvent(log);
    if (event === null || (event.name === 'MarketCreated') !== fromFactory) continue;
    const position = positionOf(log, timeOf(log));
    if (event.name === 'MarketCreated') {
      created.push(toCreatedMarket(event, position));
      createdHere.add(event.market.toLowerCase());
    }
    events.push(toIndexedEvent(event, position));
  }
  return { created, events };
}

function positionOf({ blockNumber, logIndex, blockHash, transactionHash }: ChainLog, blockTime: Date): EventPosition {
  return { blockNumber, logIndex, blockHash, transactionHash, blockTime };
}
