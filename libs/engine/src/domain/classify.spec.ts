import { classifyProviderFailure, type FailureClass, type ProviderFailure, type SendPhase } from './classify.js';

const failure = (failureClass: FailureClass): ProviderFailure => ({
  class: failureClass,
  facts: {},
  resend: 'after_backoff',
  retryAfterMs: 0,
});

describe('classifyProviderFailure', () => {
  it.each<[FailureClass, Record<SendPhase, FailureClass>]>([
    ['permanent', { before_arming: 'permanent', first_send: 'permanent', resend: 'unknown' }],
    ['funds', { before_arming: 'funds', first_send: 'funds', resend: 'unknown' }],
    ['retryable', { before_arming: 'retryable', first_send: 'retryable', resend: 'unknown' }],
    ['operator', { before_arming: 'operator', first_send: 'operator', resend: 'operator' }],
    ['unknown', { before_arming: 'retryable', first_send: 'unknown', resend: 'unknown' }],
  ])('reads %s by what the phase allows it to prove', (failureClass, expected) => {
    const phases = ['before_arming', 'first_send', 'resend'] as const;
    const classes = phases.map((phase) => [phase, classifyProviderFailure(failure(failureClass), phase)]);
    expect(Object.fromEntries(classes)).toEqual(expected);
  });
});
