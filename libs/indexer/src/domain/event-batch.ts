import { type ChainLog, type ContractEvent, decodeContractEvent } from '@app/chain';
import { type CreatedMarket, type IndexedEvent, toCreatedMarket, toIndexedEvent } from './indexed-event.js';

/** Events of the factory and its markets in one block range, in chain order. */
export interface EventBatch {
  created: readonly CreatedMarket[];
  events: readonly IndexedEvent[];
}

/** Log of the factory or one of its markets, and its event. */
export interface DecodedLog {
  log: ChainLog;
  event: ContractEvent;
}

export interface Emitters {
  /** Lower case. */
  factoryAddress: string;
  /** Whether an address, in lower case, is a market that was created before this range. */
  isMarket: (address: string) => boolean;
}

/**
 * Decodes the logs of the factory and its markets. Any contract can emit look-alikes, so creations count only from the
 * factory, and other events only from markets that it created.
 */
export function decodeLogs(logs: readonly ChainLog[], { factoryAddress, isMarket }: Emitters): DecodedLog[] {
  const decoded: DecodedLog[] = [];
  const createdHere = new Set<string>();
  for (const log of logs) {
    const emitter = log.address.toLowerCase();
    const fromFactory = emitter === factoryAddress;
    if (!fromFactory && !createdHere.has(emitter) && !isMarket(emitter)) continue;
    const event = decodeContractEvent(log);
    if (event === null || (event.name === 'MarketCreated') !== fromFactory) continue;
    if (event.name === 'MarketCreated') createdHere.add(event.market.toLowerCase());
    decoded.push({ log, event });
  }
  return decoded;
}

export function toBatch(decoded: readonly DecodedLog[], timeOf: (log: ChainLog) => Date): EventBatch {
  const created: CreatedMarket[] = [];
  const events: IndexedEvent[] = [];
  for (const { log, event } of decoded) {
    const { blockNumber, logIndex, blockHash, transactionHash } = log;
    const position = { blockNumber, logIndex, blockHash, transactionHash, blockTime: timeOf(log) };
    if (event.name === 'MarketCreated') created.push(toCreatedMarket(event, position));
    events.push(toIndexedEvent(event, position));
  }
  return { created, events };
}
