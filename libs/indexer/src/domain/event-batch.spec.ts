import { type ChainLog, factoryInterface, marketInterface } from '@app/chain';
import { decodeLogs } from './event-batch.js';

const address = (digit: string): string => `0x${digit.repeat(40)}`;
const [FACTORY, MARKET, STRANGER, ALICE] = [address('f'), address('1'), address('2'), address('a')];
const NO_REF = `0x${'00'.repeat(32)}`;

let logIndex = 0;

function log(emitter: string, contract: typeof factoryInterface, name: string, args: readonly unknown[]): ChainLog {
  const { topics, data } = contract.encodeEventLog(name, args as unknown[]);
  logIndex += 1;
  return {
    address: emitter,
    topics: topics.map(String),
    data,
    transactionHash: '0xabc',
    blockNumber: 7,
    blockHash: '0xdef',
    logIndex,
    timestampMs: 1_000,
  };
}

const created = (emitter: string, market = MARKET): ChainLog =>
  log(emitter, factoryInterface, 'MarketCreated', [market, ALICE, NO_REF, 'id', 'Will it?', 9n, ALICE, STRANGER]);
const bought = (emitter: string): ChainLog =>
  log(emitter, marketInterface, 'Bought', [ALICE, NO_REF, 1, 5n, 5n, 5n, 0n]);
const read = (logs: readonly ChainLog[], known: readonly string[] = []): string[] =>
  decodeLogs(logs, { factoryAddress: FACTORY, isMarket: (candidate) => known.includes(candidate) }).map(
    ({ event }) => `${event.name} ${event.name === 'MarketCreated' ? event.market : event.emitter}`,
  );

describe('decodeLogs', () => {
  it('decodes events of a market created in the same range', () => {
    expect(read([created(FACTORY), bought(MARKET)])).toEqual([`MarketCreated ${MARKET}`, `Bought ${MARKET}`]);
  });

  it('decodes events of earlier markets', () => {
    expect(read([bought(MARKET)], [MARKET])).toEqual([`Bought ${MARKET}`]);
  });

  it.each([
    ['a creation that a stranger emitted', [created(STRANGER)]],
    ['trades in a market that a stranger announced', [created(STRANGER), bought(MARKET)]],
    ['a trade that a stranger emitted', [created(FACTORY, address('3')), bought(STRANGER)]],
    ['a trade before its market was there', [bought(MARKET)]],
    ['a trade that the factory emitted', [bought(FACTORY)]],
  ])('takes no notice of %s', (_what, logs) => {
    expect(read(logs).filter((line) => !line.endsWith(address('3')))).toEqual([]);
  });

  it('ignores a creation emitted by a market', () => {
    expect(read([created(MARKET, STRANGER)], [MARKET])).toEqual([]);
  });

  it('ignores a log whose data do not match its topic', () => {
    expect(read([{ ...bought(MARKET), data: '0x12' }], [MARKET])).toEqual([]);
  });
});
