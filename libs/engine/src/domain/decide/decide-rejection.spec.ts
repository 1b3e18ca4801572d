import { buildSubject, fails, HASH, planned, writes } from '../../../../../test/support/decision-rows.js';
import type { FailureClass, ProviderFailure } from '../classify.js';
import type { Step } from '../lane-work.js';
import type { StepInExecution } from '../transition.js';
import { sent } from '../transition.js';
import { decideRejection, decideUnprepared } from './decide-rejection.js';

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
  const { execution, step } = buildSubject(fields);
  const subject: StepInExecution = { execution: { ...execution, steps: [step] }, step };
  return decideRejection(subject, failure, { phase, jitter: 1, hasOthers: false });
}

describe('decideRejection', () => {
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
      'a refusal of the body of the only send',
      { step: armed, failure: failure('permanent', { resend: 'with_new_body' }), phase: 'first_send' },
      writes('step.send_refused', { to: 'planned' }),
    ],
    [
      'a refusal of the body of a resend',
      { step: resent, failure: failure('permanent', { resend: 'with_new_body' }), phase: 'resend' },
      writes('step.outcome_unknown'),
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
    [
      'missing gas that a node behind a top-up reports',
      { step: armed, failure: failure('funds', { resend: 'with_more_gas' }), phase: 'first_send' },
      writes('step.send_refused', { to: 'planned' }),
    ],
    [
      'a fee too low in the only send',
      { step: armed, failure: failure('retryable', { resend: 'with_more_gas' }), phase: 'first_send' },
      {
        ...writes('step.outcome_unknown', { to: 'unknown', providerState: 'FEE_REFUSED' }),
        waitFor: { waitingFor: 'gas' },
      },
    ],
    [
      'missing gas in a resend',
      { step: resent, failure: failure('funds', { resend: 'with_more_gas' }), phase: 'resend' },
      { ...writes('step.outcome_unknown', { providerState: 'FEE_REFUSED' }), waitFor: { waitingFor: 'gas' } },
    ],
    [
      'a used nonce in a resend',
      { step: resent, failure: failure('permanent', { resend: 'with_new_body' }), phase: 'resend' },
      writes('step.outcome_unknown', { providerState: 'KEY_REFUSED' }),
    ],
    [
      'a passing refusal of the only send',
      { step: armed, failure: failure('retryable'), phase: 'first_send' },
      writes('step.outcome_unknown', { to: 'unknown' }),
    ],
    [
      'a passing refusal of a resend',
      { step: resent, failure: failure('retryable'), phase: 'resend' },
      writes('step.outcome_unknown'),
    ],
  ] as const)('decides %s', (_name, sent, expected) => {
    expect(answered(sent)).toMatchObject(expected);
  });

  it.each([
    ['after a delay that doubles with each send', 2, {}, 400],
    ['after a delay of 10 s at most', 20, {}, 10_000],
    ['after the time that the provider asks for', 1, { retryAfterMs: 7_000 }, 7_000],
    ['after its own delay, if the provider asks for less', 3, { retryAfterMs: 100 }, 800],
  ] as const)('sends again %s', (_name, sendAttempts, fields, delayMs) => {
    const send = {
      step: { ...armed, sendAttempts },
      failure: failure('unknown', fields),
      phase: 'first_send',
    } as const;
    expect(answered(send)).toMatchObject({ waitFor: { delayMs, waitingFor: 'provider' } });
  });

  it('leaves an execution broadcast whose first step was armed anew after another transaction took its nonce', () => {
    const { execution, step } = buildSubject({ ...armed, hashes: [HASH] });
    const subject = { execution: { ...execution, status: 'broadcast' as const, steps: [step] }, step };
    const refused = failure('permanent', { resend: 'with_new_body' });
    const { transition } = decideRejection(subject, refused, { phase: 'first_send', jitter: 1, hasOthers: false });
    expect(transition).toMatchObject({ event: 'step.send_refused', step: { to: 'planned' } });
    expect(transition.execution).not.toHaveProperty('to');
  });

  it('queues the execution again when its first step was refused, and waits for the provider', () => {
    expect(answered({ step: armed, failure: failure('operator'), phase: 'first_send' })).toMatchObject({
      transition: { execution: { to: 'queued', waitingFor: 'provider' } },
      waitFor: { waitingFor: 'provider' },
    });
  });

  it.each([
    [0, { transition: { execution: { to: 'queued', tries: 1 } }, waitFor: { delayMs: 1_000, waitingFor: 'provider' } }],
    [8, { transition: { execution: { to: 'queued', tries: 9 } }, waitFor: { delayMs: 30_000 } }],
    [9, fails('provider_rejected')],
  ])('makes a new body after %d tries, and fails after ten', (tries, expected) => {
    const { execution, step } = buildSubject(armed);
    const refused = failure('permanent', { resend: 'with_new_body' });
    const subject = { execution: { ...execution, tries, steps: [step] }, step };
    expect(decideRejection(subject, refused, { phase: 'first_send', jitter: 1, hasOthers: false })).toMatchObject(
      expected,
    );
  });

  it.each([failure('permanent', { resend: 'with_new_body' }), failure('funds', { resend: 'with_more_gas' })])(
    'makes a new body without counting a try while others are in flight',
    (refused) => {
      const { execution, step } = buildSubject(armed);
      const subject = { execution: { ...execution, tries: 9, steps: [step] }, step };
      const move = decideRejection(subject, refused, { phase: 'first_send', jitter: 1, hasOthers: true });
      expect(move).toMatchObject({ transition: { step: { to: 'planned' } }, waitFor: { waitingFor: 'lane' } });
      expect(move.transition.execution).not.toHaveProperty('tries');
    },
  );

  it('leaves the execution under way when the buy after its approval was refused', () => {
    const { execution, step } = buildSubject(armed);
    const approval: Step = { ...step, kind: 'approve', status: 'done' };
    const subject = { execution: { ...execution, steps: [approval, step] }, step };
    const { transition } = decideRejection(subject, failure('operator'), {
      phase: 'first_send',
      jitter: 1,
      hasOthers: false,
    });
    expect(transition.execution).toEqual({ waitingFor: 'provider' });
  });

  it.each([
    [null, { to: 'sent' }, {}],
    [
      HASH,
      { to: 'sent', transactionHash: HASH },
      { to: 'broadcast', broadcastPerformed: true, waitingFor: 'block', transactionHash: HASH },
    ],
  ])('records the hash %s of a sent transaction', (transactionHash, step, execution) => {
    expect(sent(buildSubject(armed), { transactionId: 'tx', transactionHash })).toMatchObject({
      ...{ event: 'step.sent', step: { providerTransactionId: 'tx', ...step }, execution },
    });
  });
});

const ALONE = { jitter: 1, hasOthers: false };

describe('decideUnprepared', () => {
  it.each([
    ['permanent', fails('provider_rejected')],
    ['funds', fails('insufficient_gas')],
    ['retryable', writes('execution.delayed')],
    ['operator', writes('execution.delayed')],
    ['unknown', writes('execution.delayed')],
  ] as const)('decides a failure of the class %s', (failureClass, expected) => {
    expect(decideUnprepared(buildSubject(planned), failure(failureClass), ALONE)).toMatchObject(expected);
  });

  it.each(['permanent', 'funds', 'retryable', 'operator', 'unknown'] as const)(
    'waits after a failure of the class %s while others are in flight',
    (failureClass) => {
      const decided = decideUnprepared(buildSubject(planned), failure(failureClass), { jitter: 1, hasOthers: true });
      expect(decided).toEqual({ kind: 'wait', delayMs: 5_000, waitingFor: 'lane' });
    },
  );

  it('waits longer after each try, and gives up at the tenth', () => {
    const { execution: bought, step } = buildSubject(planned);
    const execution = { ...bought, steps: [{ ...step, kind: 'approve' }, step] } as const;
    const decided = (tries: number) =>
      decideUnprepared({ execution: { ...execution, tries }, step }, failure('unknown'), ALONE);
    expect(decided(0)).toMatchObject({
      transition: { execution: { tries: 1, waitingFor: 'provider' } },
      waitFor: { delayMs: 1_000 },
    });
    expect(decided(8)).toMatchObject({ transition: { execution: { tries: 9 } }, waitFor: { delayMs: 30_000 } });
    expect(decided(9)).toMatchObject(fails('gave_up_before_buying'));
  });
});
