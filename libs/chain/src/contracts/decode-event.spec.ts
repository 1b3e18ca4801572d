import { AbiCoder } from 'ethers/abi';
import { ZeroHash } from 'ethers/constants';
import { decodeApproval, decodeContractEvent, EVENT_TOPICS } from './decode-event.js';
import type { EventLog } from './contract-event.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';
import { computeRef } from './ref.js';

const FACTORY = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const MARKET = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const ALICE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const REF = computeRef('agent_intent_1');
const POOLS = { totalYesBaseUnits: 12n, totalNoBaseUnits: 3n };

function marketLog(name: string, values: readonly unknown[]): EventLog {
  return { address: MARKET.toLowerCase(), ...marketInterface.encodeEventLog(name, values) };
}

describe('decodeContractEvent', () => {
  it.each([
    [
      marketLog('Bought', [ALICE, REF, 2, 5, 8, 12, 3]),
      { name: 'Bought', account: ALICE, ref: REF, outcome: 'NO', amountBaseUnits: 5n, positionBaseUnits: 8n, ...POOLS },
    ],
    [marketLog('Closed', [ALICE, REF, 12, 3]), { name: 'Closed', account: ALICE, ref: REF, ...POOLS }],
    [
      marketLog('Resolved', [ALICE, ZeroHash, 1, 12, 3]),
      { name: 'Resolved', account: ALICE, ref: null, winningOutcome: 'YES', ...POOLS },
    ],
    [
      marketLog('Cancelled', [ALICE, REF, 0, 12, 3]),
      { name: 'Cancelled', account: ALICE, ref: REF, unbackedOutcome: null, ...POOLS },
    ],
    [
      marketLog('Cancelled', [ALICE, REF, 2, 12, 3]),
      { name: 'Cancelled', account: ALICE, ref: REF, unbackedOutcome: 'NO', ...POOLS },
    ],
    [
      marketLog('PayoutClaimed', [ALICE, REF, 5, 8]),
      { name: 'PayoutClaimed', account: ALICE, ref: REF, stakeBaseUnits: 5n, payoutBaseUnits: 8n },
    ],
    [
      marketLog('RefundClaimed', [ALICE, REF, 5]),
      { name: 'RefundClaimed', account: ALICE, ref: REF, amountBaseUnits: 5n },
    ],
  ])('reads a market event', (log, event) => {
    expect(decodeContractEvent(log)).toEqual({ emitter: MARKET, ...event });
    expect(EVENT_TOPICS[event.name as keyof typeof EVENT_TOPICS]).toBe(log.topics[0]);
  });

  it('reads the creation of a market', () => {
    const values = [MARKET, ALICE, REF, 'm-1', 'Will it rain? ☔', 1_900_000_000, ALICE, FACTORY];
    const log = { address: FACTORY, ...factoryInterface.encodeEventLog('MarketCreated', values) };
    expect(decodeContractEvent(log)).toEqual({
      name: 'MarketCreated',
      emitter: FACTORY,
      market: MARKET,
      account: ALICE,
      ref: REF,
      id: 'm-1',
      question: 'Will it rain? ☔',
      closeTimestampSeconds: 1_900_000_000,
      resolver: ALICE,
      collateralToken: FACTORY,
    });
  });

  it('survives texts that are no text: broken UTF-8 and NUL', () => {
    const { topics } = factoryInterface.encodeEventLog('MarketCreated', [
      MARKET,
      ALICE,
      REF,
      '',
      '',
      1,
      ALICE,
      FACTORY,
    ]);
    const types = ['bytes', 'bytes', 'uint256', 'address', 'address'];
    const data = AbiCoder.defaultAbiCoder().encode(types, ['0x61ff62', '0x610062', 1, ALICE, FACTORY]);
    expect(decodeContractEvent({ address: FACTORY, topics, data })).toMatchObject({
      id: 'a\uFFFDb',
      question: 'a\uFFFDb',
    });
  });

  it.each([
    ['another event', { address: MARKET, topics: [REF], data: '0x' }],
    ['a log without topics', { address: MARKET, topics: [], data: '0x' }],
    ['a look-alike without data', { ...marketLog('Closed', [ALICE, REF, 1, 2]), data: '0x' }],
    ['a look-alike with missing topics', { ...marketLog('Closed', [ALICE, REF, 1, 2]), topics: [EVENT_TOPICS.Closed] }],
    ['a look-alike with a third outcome', marketLog('Bought', [ALICE, REF, 3, 5, 8, 12, 3])],
    ['a creation without data', { address: FACTORY, topics: [EVENT_TOPICS.MarketCreated, REF, REF, REF], data: '0x' }],
  ])('is null for %s', (_, log) => {
    expect(decodeContractEvent(log)).toBeNull();
  });
});

describe('decodeApproval', () => {
  const { topics, data } = tokenInterface.encodeEventLog('Approval', [ALICE, MARKET, 7]);
  const address = FACTORY;

  it('reads an approval of any token', () => {
    const approval = { emitter: FACTORY, owner: ALICE, spender: MARKET, amountBaseUnits: 7n };
    expect(decodeApproval({ address, topics, data })).toEqual(approval);
  });

  it.each([
    ['a log of a market', marketLog('Closed', [ALICE, REF, 1, 2])],
    ['an approval of a numbered token', { address, topics: [...topics, ZeroHash], data: '0x' }],
    ['a word that is no address', { address, topics: [...topics.slice(0, 2), `0x${'f'.repeat(64)}`], data }],
  ])('is null for %s', (_, log) => {
    expect(decodeApproval(log)).toBeNull();
  });
});
