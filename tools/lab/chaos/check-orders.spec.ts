import { computeRef } from '@app/chain';
import { findFailedWithEffect } from './check-orders.js';

describe('findFailedWithEffect', () => {
  it('names the failed intents that took effect', () => {
    const event = {
      name: 'MarketCreated',
      emitter: '0x01',
      market: '0x02',
      ref: computeRef('b'),
      account: '0x03',
    } as never;
    const ledger = {
      effectsByRef: new Map([[computeRef('b'), [{ event, transactionHash: '0x04' }]]]),
      paidIn: new Map(),
    };
    expect(findFailedWithEffect(['a', 'b'], ledger)).toEqual(['b: failed, but 0x04 took effect']);
  });
});
