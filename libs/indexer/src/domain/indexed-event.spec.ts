import type { MarketCreatedEvent } from '@app/chain';
import { type EventPosition, toCreatedMarket } from './indexed-event.js';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PLACE: EventPosition = {
  blockNumber: 1,
  logIndex: 0,
  blockHash: '0x01',
  blockTime: new Date(0),
  transactionHash: '0x02',
};

function created(fields: Partial<MarketCreatedEvent>): ReturnType<typeof toCreatedMarket> {
  const event: MarketCreatedEvent = {
    name: 'MarketCreated',
    emitter: ADDRESS,
    account: ADDRESS,
    ref: null,
    market: ADDRESS,
    id: 'rain',
    question: 'Will it rain?',
    closeTimestampSeconds: 1_900_000_000,
    resolver: ADDRESS,
    collateralToken: ADDRESS,
    ...fields,
  };
  return toCreatedMarket(event, PLACE);
}

describe('toCreatedMarket', () => {
  it('stores addresses in lower case and the close time as a date', () => {
    const lower = ADDRESS.toLowerCase();
    expect(created({})).toMatchObject({
      marketAddress: lower,
      creator: lower,
      resolver: lower,
      closesAt: new Date('2030-03-17T17:46:40Z'),
    });
  });

  it.each([
    ['  Will it rain?\n', 'Will it rain?'],
    ['', 'Untitled market'],
    ['   ', 'Untitled market'],
    ['x'.repeat(501), 'x'.repeat(500)],
    ['🌧'.repeat(501), '🌧'.repeat(500)],
    [`x${'🌧'.repeat(600)}`, `x${'🌧'.repeat(499)}`],
    [`${'x'.repeat(499)} ${'y'.repeat(9)}`, 'x'.repeat(499)],
  ])('keeps the question %# as a title that a record may have', (question, title) => {
    expect(created({ question }).title).toBe(title);
  });

  it.each([
    ['00000000-0000-4000-8000-000000000001', true],
    ['ABCDEF00-0000-4000-8000-000000000001', false],
    [' 00000000-0000-4000-8000-000000000001', false],
    ['00000000-0000-4000-8000-000000000001 and more', false],
    ['rain', false],
  ])('takes %j for the id of a record: %p', (id, is) => {
    expect(created({ id }).recordCandidate).toBe(is ? id : null);
  });

  it('cuts a market id to 200 characters', () => {
    expect(created({ id: 'é'.repeat(900) }).onchainId).toBe('é'.repeat(200));
  });
});
