import { MARKET_PHASES, OUTCOME_NUMBER, outcomeFromNumber } from './outcome.js';

describe('outcome', () => {
  it('goes to the chain and back', () => {
    expect(outcomeFromNumber(BigInt(OUTCOME_NUMBER.YES))).toBe('YES');
    expect(outcomeFromNumber(BigInt(OUTCOME_NUMBER.NO))).toBe('NO');
    expect([0n, 3n].map(outcomeFromNumber)).toEqual([null, null]);
  });

  it('names the phases in the order of the contract', () => {
    expect(MARKET_PHASES).toEqual(['open', 'closed', 'resolved', 'cancelled']);
  });
});
