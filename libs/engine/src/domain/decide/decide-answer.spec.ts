import { subjectOf, writes } from '../../../../../test/support/decision-rows.js';
import type { FailureClass, ProviderFailure } from '../classify.js';
import type { Step } from '../lane-work.js';
import type { Subject } from '../transition.js';
import { decideAnswer } from './decide-answer.js';

const failure = (failureClass: FailureClass, fields: Partial<ProviderFailure> = {}): ProviderFailure => ({
  ...{ class: failureClass, facts: { httpStatus: 401 }, resend: 'after_backoff', retryAfterMs: 0 },
  ...fields,
});

const armed = { status: 'armed' } as const;
const resent = { status: 'unknown', sendAttempts: 2 } as const;

function answered(step: Partial<Step>, one: ProviderFailure, phase: 'first_send' | 'resend') {
  const { execution, step: sent } = subjectOf(step);
  const subject: Subject = { execution: { ...execution, steps: [sent] }, step: sent };
  return decideAnswer(subject, { failure: one }, { phase, jitter: 1 });
}

describe('decideAnswer', () => {
  it.each([
    ['a refusal of the only send', armed, failure('permanent'), 'first_send', writes('execution.failed')],
    ['missing gas', armed, failure('funds'), 'first_send', writes('execution.failed')],
    ['no answer to the only send', armed, failure('unknown'), 'first_send', writes('step.outcome_unknown')],
    ['refused credentials', armed, failure('operator'), 'first_send', writes('step.send_refused', { to: 'planned' })],
    ['refused credentials of a resend', resent, failure('operator'), 'resend', writes('step.outcome_unknown')],
    ['a refusal of a resend', resent, failure('permanent'), 'resend', writes('step.outcome_unknown')],
    [
      'a known key',
      armed,
      failure('unknown', { resend: 'after_lookup' }),
      'first_send',
      writes('step.outcome_unknown', { to: 'unknown', providerState: 'KEY_REFUSED' }),
    ],
  ] as const)('decides %s', (_name, step, one, phase, expected) => {
    expect(answered(step, one, phase)).toMatchObject(expected);
  });

  it('queues the execution again when its first step was refused, and waits for the provider', () => {
    expect(answered(armed, failure('operator'), 'first_send')).toMatchObject({
      transition: { execution: { to: 'queued', waitingFor: 'provider' } },
      rest: { waitingFor: 'provider' },
    });
  });

  it('leaves the execution under way when the buy after its approval was refused', () => {
    const { execution, step } = subjectOf(armed);
    const approval: Step = { ...step, kind: 'approve', status: 'done' };
    const subject = { execution: { ...execution, steps: [approval, step] }, step };
    const answer = { failure: failure('operator') };
    const { transition } = decideAnswer(subject, answer, { phase: 'first_send', jitter: 1 });
    expect(transition.execution).toEqual({ waitingFor: 'provider' });
  });
});
