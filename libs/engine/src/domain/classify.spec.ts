import {
  classifyProviderFailure,
  type FailureClass,
  isBusy,
  isCiphertextRefusal,
  mustLookUp,
  type ProviderFailure,
  type SendPhase,
} from './classify.js';

const answer = (httpStatus: number, providerCode: number | null = null): ProviderFailure => ({
  kind: 'answer',
  httpStatus,
  providerCode,
  retryAfterMs: null,
});
const noAnswer = (reason: 'timeout' | 'connection' | 'unreadable'): ProviderFailure => ({ kind: 'no_answer', reason });

type Row = [name: string, failure: ProviderFailure, classes: Record<SendPhase, FailureClass>];

const same = (kind: FailureClass): Record<SendPhase, FailureClass> => ({
  before_arming: kind,
  first_send: kind,
  resend: kind,
});
/** Refused at the first send, it was not taken; refused at a repeat, the first may have been. */
const provenOnce = (kind: FailureClass): Record<SendPhase, FailureClass> => ({
  before_arming: kind,
  first_send: kind,
  resend: 'unknown',
});
const openFromArmingOn: Record<SendPhase, FailureClass> = {
  before_arming: 'retryable',
  first_send: 'unknown',
  resend: 'unknown',
};

const TABLE: Row[] = [
  ['a timeout', noAnswer('timeout'), openFromArmingOn],
  ['a reset connection', noAnswer('connection'), openFromArmingOn],
  ['a truncated answer', noAnswer('unreadable'), openFromArmingOn],
  ['500', answer(500), openFromArmingOn],
  ['502 with a foreign body', answer(502), openFromArmingOn],
  ['503 with a code of a refusal', answer(503, 155208), openFromArmingOn],
  ['429', answer(429, 429), openFromArmingOn],
  ['a full queue', answer(400, 155264), openFromArmingOn],
  ['401', answer(401, 401), same('operator')],
  ['403 without permission', answer(403, 3), same('operator')],
  ['a wrong entity secret', answer(400, 156013), same('operator')],
  ['an unset entity secret', answer(403, 156016), same('operator')],
  ['a secret to be rotated', answer(403, 156019), same('operator')],
  ['invalid parameters', answer(400, 2), provenOnce('permanent')],
  ['a revert at estimation', answer(400, 155208), provenOnce('permanent')],
  ['a frozen wallet', answer(409, 155501), provenOnce('permanent')],
  ['an unknown wallet', answer(404, 156001), provenOnce('permanent')],
  ['too little gas', answer(400, 155201), provenOnce('funds')],
  ['too little token', answer(400, 155205), provenOnce('funds')],
  ['a used ciphertext', answer(400, 156004), openFromArmingOn],
  ['a key that is known', answer(403, 156020), openFromArmingOn],
  ['a key that is known, in older words', answer(409, 175403), openFromArmingOn],
  ['a 4xx without a code', answer(400), openFromArmingOn],
  ['a 4xx with a code that nobody documents', answer(422, 999999), openFromArmingOn],
  ['something went wrong', answer(400, -1), openFromArmingOn],
];

describe('classifyProviderFailure', () => {
  for (const [name, failure, classes] of TABLE) {
    it.each(Object.entries(classes))(`takes ${name} at %s for %s`, (phase, expected) => {
      expect(classifyProviderFailure(failure, phase as SendPhase)).toBe(expected);
    });
  }

  it('takes no answer to a repeat as proof, whatever its status and code', () => {
    const statuses = Array.from({ length: 500 }, (_, index) => index + 100);
    const codes = [null, -1, 2, 429, 155201, 155208, 155501, 156001, 156004, 156020];
    const kinds = statuses.flatMap((status) =>
      codes.map((code) => classifyProviderFailure(answer(status, code), 'resend')),
    );
    expect(new Set(kinds)).toEqual(new Set(['unknown', 'operator']));
  });
});

describe('what a refusal means for the repeat', () => {
  it('looks up before it repeats under a key that is known', () => {
    expect([156020, 177607, 175403].map((code) => mustLookUp(answer(403, code)))).toEqual([true, true, true]);
    expect(mustLookUp(answer(403, 3))).toBe(false);
    expect(mustLookUp(noAnswer('timeout'))).toBe(false);
  });

  it('repeats at once when only the ciphertext was refused', () => {
    expect(isCiphertextRefusal(answer(400, 156004))).toBe(true);
    expect(isCiphertextRefusal(answer(400, 2))).toBe(false);
  });

  it('rests as asked when the provider is busy', () => {
    expect([answer(429), answer(400, 155264), answer(500)].map(isBusy)).toEqual([true, true, false]);
  });
});
