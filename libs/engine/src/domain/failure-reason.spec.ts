import { FAILURE_REMEDIES, formatFailureMessage, REPORTED_FAILURES, toReportedFailure } from './failure-reason.js';

describe('failure reasons', () => {
  it.each([
    ['insufficient_gas', 'insufficient_gas'],
    ['insufficient_token', 'insufficient_balance'],
    ['foreign_contract', 'market_not_ours'],
    ['already_final', 'already_final'],
    ['not_resolver', 'not_permitted'],
    ['multiple_too_low', 'below_min_multiple'],
    ['provider_denied', 'custody_refused'],
    ['gave_up_before_sending', 'chain_unavailable'],
    ['simulation_reverted', 'reverted'],
  ])('reports %s as %s', (stored, reported) => {
    expect(toReportedFailure(stored)).toBe(reported);
  });

  it.each([null, 'settled_by_nothing', 'constructor'])('reports nothing for %s', (stored) => {
    expect(toReportedFailure(stored)).toBeNull();
  });

  it('adds the remedy to the text of a failure', () => {
    const failed = { errorMessage: 'The wallet holds too little.', failureReason: 'insufficient_gas' };
    expect(formatFailureMessage(failed)).toBe(`The wallet holds too little. ${FAILURE_REMEDIES.insufficient_gas}`);
    expect(formatFailureMessage({ ...failed, failureReason: null })).toBe('The wallet holds too little.');
    expect(formatFailureMessage({ errorMessage: null, failureReason: null })).toBeNull();
  });

  it('has the reasons of the contract', () => {
    expect(REPORTED_FAILURES.toSorted()).toEqual([
      'already_claimed',
      'already_final',
      'below_min_multiple',
      'chain_unavailable',
      'collateral_mismatch',
      'custody_refused',
      'deadline_passed',
      'insufficient_balance',
      'insufficient_gas',
      'market_not_open',
      'market_not_ours',
      'not_permitted',
      'nothing_to_claim',
      'policy_changed',
      'reverted',
      'too_early',
    ]);
  });
});
