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
/** A refused first send was not taken; after a refused resend the first send may have been. */
const provenAtFirstSend = (kind: FailureClass): Record<SendPhase, FailureClass> => ({
  before_arming: kind,
  first_send: kind,
  resend: 'unknown',
});
const unknownAfterArming: Record<SendPhase, FailureClass> = {
  before_arming: 'retryable',
  first_send: 'unknown',
  resend: 'unknown',
};

const TABLE: Row[] = [
  ['a timeout', noAnswer('timeout'), unknownAfterArming],
  ['a reset connection', noAnswer('connection'), unknownAfterArming],
  ['a truncated answer', noAnswer('unreadable'), unknownAfterArming],
  ['500', answer(500), unknownAfterArming],
  ['502 with a foreign body', answer(502), unknownAfterArming],
  ['503 with a refusal’s code', answer(503, 155208), unknownAfterArming],
  ['429', answer(429, 429), unknownAfterArming],
  ['a full queue', answer(400, 155264), unknownAfterArming],
  ['401', answer(401, 401), same('operator')],
  ['403 without permission', answer(403, 3), same('operator')],
  ['a wrong entity secret', answer(400, 156013), same('operator')],
  ['an unset entity secret', answer(403, 156016), same('operator')],
  ['a secret to be rotated', answer(403, 156019), same('operator')],
  ['invalid parameters', answer(400, 2), provenAtFirstSend('permanent')],
  ['a revert at estimation', answer(400, 155208), provenAtFirstSend('permanent')],
  ['a frozen wallet', answer(409, 155501), provenAtFirstSend('permanent')],
  ['an unknown wallet', answer(404, 156001), provenAtFirstSend('permanent')],
  ['too little gas', answer(400, 155201), provenAtFirstSend('funds')],
  ['too little token', answer(400, 155205), provenAtFirstSend('funds')],
  ['a used ciphertext', answer(400, 156004), unknownAfterArming],
  ['a known idempotency key', answer(403, 156020), unknownAfterArming],
  ['a known idempotency key, older code', answer(409, 175403), unknownAfterArming],
  ['a 4xx without a code', answer(400), unknownAfterArming],
  ['a 4xx with an undocumented code', answer(422, 999999), unknownAfterArming],
  ['a 4xx with code -1', answer(400, -1), unknownAfterArming],
];

describe('classifyProviderFailure', () => {
  for (const [name, failure, classes] of TABLE) {
    it.each(Object.entries(classes))(`classifies ${name} at %s as %s`, (phase, expected) => {
      expect(classifyProviderFailure(failure, phase as SendPhase)).toBe(expected);
    });
  }

  it('takes no answer to a resend as proof, for any status and code', () => {
    const statuses = Array.from({ length: 500 }, (_, index) => index + 100);
    const codes = [null, -1, 2, 429, 155201, 155208, 155501, 156001, 156004, 156020];
    const kinds = statuses.flatMap((status) =>
      codes.map((code) => classifyProviderFailure(answer(status, code), 'resend')),
    );
    expect(new Set(kinds)).toEqual(new Set(['unknown', 'operator']));
  });
});

describe('resend after a refusal', () => {
  it('requires a lookup after a known idempotency key', () => {
    expect([156020, 177607, 175403].map((code) => mustLookUp(answer(403, code)))).toEqual([true, true, true]);
    expect(mustLookUp(answer(403, 3))).toBe(false);
    expect(mustLookUp(noAnswer('timeout'))).toBe(false);
  });

  it('recognises a refused ciphertext', () => {
    expect(isCiphertextRefusal(answer(400, 156004))).toBe(true);
    expect(isCiphertextRefusal(answer(400, 2))).toBe(false);
  });

  it('recognises a busy provider', () => {
    expect([answer(429), answer(400, 155264), answer(500)].map(isBusy)).toEqual([true, true, false]);
  });
});
