import { subjectOf, writes } from '../../../../../test/support/decision-rows.js';
import type { FailureClass, ProviderFailure } from '../classify.js';
import type { Step } from '../lane-work.js';
import type { Subject } from '../transition.js';
import { decideAnswer } from './decide-answer.js';

const failure = (failureClass: FailureClass, fields: Partial<ProviderFailure> = {}): ProviderFailure => ({
  class: failureClass,
  facts: { httpStatus: 401 },
  resend: 'after_backoff',
  retryAfterMs: 0,
  ...fields,
});

const armed = { status: 'armed' } as const;
const resent = { status: 'unknown', sendAttempts: 2 } as const;

interface Sent {
  step: Partial<Step>;
  failure: ProviderFailure;
  phase: 'first_send' | 'resend';
}

function answered({ step: fields, failure, phase }: Sent) {
  const { execution, step } = subjectOf(fields);
  const subject: Subject = { execution: { ...execution, steps: [step] }, step };
  return decideAnswer(subject, { failure }, { phase, jitter: 1 });
}

describe('decideAnswer', () => {
  it.each([
    [
      'a refusal of the only send',
      { step: armed, failure: failure('permanent'), phase: 'first_send' },
      writes('execution.failed'),
    ],
    ['missing gas', { step: armed, failure: failure('funds'), phase: 'first_send' }, writes('execution.failed')],
    [
      'no answer to the only send',
      { step: armed, failure: failure('unknown'), phase: 'first_send' },
      writes('step.outcome_unknown'),
    ],
    [
      'refused credentials',
      { step: armed, failure: failure('operator'), phase: 'first_send' },
      writes('step.send_refused', { to: 'planned' }),
    ],
    [
      'refused credentials of a resend',
      { step: resent, failure: failure('operator'), phase: 'resend' },
      writes('step.outcome_unknown'),
    ],
    [
      'a refusal of a resend',
      { step: resent, failure: failure('permanent'), phase: 'resend' },
      writes('step.outcome_unknown'),
    ],
    [
      'a known key',
      { step: armed, failure: failure('unknown', { resend: 'after_lookup' }), phase: 'first_send' },
      writes('step.outcome_unknown', { to: 'unknown', providerState: 'KEY_REFUSED' }),
    ],
  ] as const)('decides %s', (_name, sent, expected) => {
    expect(answered(sent)).toMatchObject(expected);
  });

  it('queues the execution again when its first step was refused, and waits for the provider', () => {
    expect(answered({ step: armed, failure: failure('operator'), phase: 'first_send' })).toMatchObject({
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
