import { checkExecutionAllowed } from './execution-controls.js';

const ON = { pausedScopes: [], agentPaused: false, executionEnabled: true, usable: true };

describe('checkExecutionAllowed', () => {
  it('allows an action that nothing stops', () => {
    expect(checkExecutionAllowed('buy_yes', ON)).toBeNull();
  });

  it.each([
    ['action', { ...ON, pausedScopes: ['global'] }],
    ['action', { ...ON, pausedScopes: ['buy_yes'], agentPaused: true }],
    ['agent', { ...ON, agentPaused: true }],
  ])('marks a pause of the %s, which ends, with paused and a time to repeat it', (subject, controls) => {
    expect(checkExecutionAllowed('buy_yes', controls)).toMatchObject({
      code: 'agent_policy_violation',
      message: `An operator has paused this ${subject}; execute the intent again later.`,
      extra: { paused: true },
      retryAfterS: 30,
    });
  });

  it('lets an agent that is paused claim', () => {
    expect(checkExecutionAllowed('claim_payout', { ...ON, agentPaused: true })).toBeNull();
  });
});
