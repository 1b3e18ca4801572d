import { FAILURE_TEXTS } from './failure.js';

/** Reasons of an execution that never sent an approval, or whose text names the contract that received nothing. */
const WITHOUT_APPROVAL = ['foreign_contract', 'gave_up_before_sending'];

describe('the texts of failures', () => {
  it('do not deny an approval that was sent', () => {
    const denying = Object.entries(FAILURE_TEXTS).filter(([, text]) => /\b(?:nothing|anything) was sent\b/.test(text));
    expect(denying.map(([reason]) => reason)).toEqual(WITHOUT_APPROVAL);
  });
});
