import { marketTimeProblems } from './market-times.js';

const now = new Date('2030-01-01T00:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);

describe('marketTimeProblems', () => {
  it('accepts a market that opens before it closes and closes in the future', () => {
    expect(marketTimeProblems({ opensAt: later(-5), closesAt: later(1) }, now)).toEqual([]);
    expect(marketTimeProblems({ opensAt: null, closesAt: later(1) }, now)).toEqual([]);
  });

  it('refuses a market that closes now or earlier', () => {
    expect(marketTimeProblems({ opensAt: null, closesAt: now }, now)).toEqual(['closes_at must be in the future']);
  });

  it('refuses a market that opens when it closes or later', () => {
    const problems = ['opens_at must be before closes_at'];
    expect(marketTimeProblems({ opensAt: later(1), closesAt: later(1) }, now)).toEqual(problems);
    expect(marketTimeProblems({ opensAt: later(2), closesAt: later(1) }, now)).toEqual(problems);
  });

  it('ignores absent times', () => {
    expect(marketTimeProblems({ opensAt: later(9) }, now)).toEqual([]);
    expect(marketTimeProblems({ closesAt: later(9) }, now)).toEqual([]);
  });
});
