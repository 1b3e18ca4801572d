import { randomBytes } from 'node:crypto';
import type { EventFragment, Interface, ParamType } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { hexlify, toBeHex } from 'ethers/utils';
import { decodeFixedEvent, fixedEventsOf } from './fixed-event.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';

const EMITTER = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const CASES_PER_EVENT = 50;
const EVENTS = fixedEventsOf(marketInterface, tokenInterface, factoryInterface);

function eventsOf(contract: Interface): EventFragment[] {
  const events: EventFragment[] = [];
  contract.forEachEvent((event) => events.push(event));
  return events;
}

function randomValue({ type }: ParamType): string | bigint {
  if (type === 'address') return getAddress(hexlify(randomBytes(20)));
  if (type === 'bytes32') return hexlify(randomBytes(32));
  const bytes = Number(/^uint(\d+)$/.exec(type)?.[1]) / 8;
  return BigInt(hexlify(randomBytes(bytes)));
}

describe('decodeFixedEvent', () => {
  it.each([...eventsOf(marketInterface), ...eventsOf(tokenInterface)])('reads $name as ethers writes it', (event) => {
    for (let index = 0; index < CASES_PER_EVENT; index += 1) {
      const values = event.inputs.map(randomValue);
      const contract = marketInterface.hasEvent(event.name) ? marketInterface : tokenInterface;
      const log = { address: EMITTER, ...contract.encodeEventLog(event, values) };
      const args = Object.fromEntries(event.inputs.map(({ name }, position) => [name, values[position]]));
      expect(decodeFixedEvent(EVENTS, log)).toEqual({ name: event.name, args });
    }
  });

  it('leaves events with texts to ethers', () => {
    const { topicHash } = factoryInterface.getEvent('MarketCreated') ?? {};
    expect(decodeFixedEvent(EVENTS, { address: EMITTER, topics: [topicHash ?? ''], data: '0x' })).toBeNull();
  });

  it('throws on a word that is no address', () => {
    const log = { address: EMITTER, ...tokenInterface.encodeEventLog('Transfer', [EMITTER, EMITTER, 1]) };
    const topics = [log.topics[0] ?? '', toBeHex(2n ** 160n, 32), log.topics[2] ?? ''];
    expect(() => decodeFixedEvent(EVENTS, { ...log, topics })).toThrow('not an address');
  });
});
