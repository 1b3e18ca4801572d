import { newestSeq } from './newest-seq.js';

describe('newestSeq', () => {
  const events = [
    { seq: 9, type: 'intent.created' },
    { seq: 8, type: 'execution.executed' },
    { seq: 7, type: 'execution.executed' },
  ];

  it('is the position of the first event of the types', () =>
    expect(newestSeq(events, ['execution.executed'], 0)).toBe(8));

  it('stays when later events have left no such event in the list', () =>
    expect(newestSeq(events, ['market.resolved'], 4)).toBe(4));

  it('is 0 without one', () => expect(newestSeq([], ['market.resolved'], 0)).toBe(0));
});
