import { hashOfEvent, type WireEvent } from '@app/events';
import { listDifferences } from './fact-lines.js';
import { emptyFacts, type FoldedLogs, foldLog } from './fold-logs.js';

type Given = Pick<WireEvent, 'type' | 'data'>;

const MARKET = { market_contract_address: '0xm', account: '0xa' };
const bought = (amount: string, yesPool: string): Given => ({
  type: 'position.changed',
  data: { ...MARKET, outcome: 'YES', amount, yes_pool: yesPool, no_pool: '0' },
});

function chain(given: readonly Given[]): WireEvent[] {
  const events: WireEvent[] = [];
  for (const { type, data } of given) {
    const event: WireEvent = {
      ...{ seq: events.length + 1, id: `event_${events.length}`, type, at: '2026-01-01T00:00:00.000Z', data },
      ...{ subject: { kind: 'market', id: 'm' }, block: null },
      ...{ previous_hash: events.at(-1)?.hash ?? null, hash: '' },
    };
    events.push({ ...event, hash: hashOfEvent(event) });
  }
  return events;
}

function fold(events: readonly WireEvent[]): FoldedLogs {
  const facts = emptyFacts();
  foldLog(facts, events, 6);
  return facts;
}

describe('facts of an event log', () => {
  it('sum positions, and leave out what a reorganisation took back', () => {
    const facts = fold(
      chain([
        { type: 'wallet.created', data: { wallet_id: 'w' } },
        { type: 'market.created', data: MARKET },
        bought('1.5', '1.5'),
        bought('2', '3.5'),
        { type: 'chain.reorganised', data: { market_contract_address: '0xm', undoes_seq: 4 } },
        bought('4', '5.5'),
        { type: 'market.resolved', data: { ...MARKET, winning_outcome: 'YES', yes_pool: '5.5', no_pool: '0' } },
        { type: 'payout.claimed', data: { ...MARKET, amount: '5.5' } },
      ]),
    );
    expect([...facts.positions]).toEqual([['0xm 0xa YES', 5_500_000n]]);
    expect([...facts.payments]).toEqual([['0xm 0xa', 5_500_000n]]);
    expect([...facts.markets]).toEqual([
      ['0xm', { phase: 'resolved', winner: 'YES', yesPool: 5_500_000n, noPool: 0n }],
    ]);
    expect(facts.undone).toBe(1);
  });

  it('need every event, unaltered', () => {
    const events = chain([bought('1', '1'), bought('1', '2'), bought('1', '3')]);
    expect(() => fold(events.filter(({ seq }) => seq !== 2))).toThrow('the log has 3 where 2 follows');
    const altered = events.map((event) => (event.seq === 2 ? { ...event, type: 'market.closed' } : event));
    expect(() => fold(altered)).toThrow('event 2 does not fit the hash chain');
  });
});

describe('differences', () => {
  it('name each line that one source lacks, of the kinds that both know', () => {
    const reference = { market: ['a', 'a', 'b'], position: ['p'] };
    expect(listDifferences(reference, { market: ['a', 'b', 'c'], payment: ['x'] })).toEqual([
      'lacks market a',
      'has market c',
    ]);
    expect(listDifferences(reference, reference)).toEqual([]);
  });
});
