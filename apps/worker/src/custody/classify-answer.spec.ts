import { classifyProviderFailure, type FailureClass } from '@app/engine';
import { type HttpFailure, toProviderFailure } from './classify-answer.js';

const answer = (httpStatus: number, providerCode: number | null = null): HttpFailure => ({
  kind: 'answer',
  httpStatus,
  providerCode,
  retryAfterMs: 3_000,
});
const noAnswer = (reason: 'timeout' | 'connection' | 'unreadable'): HttpFailure => ({ kind: 'no_answer', reason });

describe('toProviderFailure', () => {
  it.each<[string, HttpFailure, FailureClass]>([
    ['a timeout', noAnswer('timeout'), 'unknown'],
    ['a reset connection', noAnswer('connection'), 'unknown'],
    ['a truncated answer', noAnswer('unreadable'), 'unknown'],
    ['500', answer(500), 'unknown'],
    ['502 with a foreign body', answer(502), 'unknown'],
    ['503 with a refusal’s code', answer(503, 155208), 'unknown'],
    ['429', answer(429, 429), 'unknown'],
    ['429 with a refusal’s code', answer(429, 155208), 'unknown'],
    ['a full queue', answer(400, 155264), 'unknown'],
    ['401', answer(401, 401), 'operator'],
    ['403 without permission', answer(403, 3), 'operator'],
    ['a wrong entity secret', answer(400, 156013), 'operator'],
    ['an unset entity secret', answer(403, 156016), 'operator'],
    ['a secret to be rotated', answer(403, 156019), 'operator'],
    ['invalid parameters', answer(400, 2), 'permanent'],
    ['a revert at estimation', answer(400, 155208), 'permanent'],
    ['a frozen wallet', answer(409, 155501), 'permanent'],
    ['an unknown wallet', answer(404, 156001), 'permanent'],
    ['too little gas', answer(400, 155201), 'funds'],
    ['too little token', answer(400, 155205), 'funds'],
    ['a used ciphertext', answer(400, 156004), 'unknown'],
    ['a known idempotency key', answer(403, 156020), 'unknown'],
    ['a known idempotency key, older code', answer(409, 175403), 'unknown'],
    ['a 4xx without a code', answer(400), 'unknown'],
    ['a 4xx with an undocumented code', answer(422, 999999), 'unknown'],
    ['a 4xx with code -1', answer(400, -1), 'unknown'],
  ])('classifies %s', (_name, failure, expected) => {
    expect(toProviderFailure(failure).class).toBe(expected);
  });

  it('gives the engine no proof in an answer to a resend, for any status and code', () => {
    const statuses = Array.from({ length: 500 }, (_, index) => index + 100);
    const codes = [null, -1, 2, 429, 155201, 155208, 155501, 156001, 156004, 156020];
    const kinds = statuses.flatMap((status) =>
      codes.map((code) => classifyProviderFailure(toProviderFailure(answer(status, code)), 'resend')),
    );
    expect(new Set(kinds)).toEqual(new Set(['unknown', 'operator']));
  });

  it('requires a lookup after a known idempotency key, and none after a refused ciphertext', () => {
    const resendAfter = (code: number) => toProviderFailure(answer(400, code)).resend;
    expect([156020, 177607, 175403].map(resendAfter)).toEqual(Array(3).fill('after_lookup'));
    expect([2, 156004, 177602, 156013, 999999].map(resendAfter)).toEqual(Array(5).fill('after_backoff'));
    expect(toProviderFailure(noAnswer('timeout')).resend).toBe('after_backoff');
  });

  it('keeps the delay that a busy provider asks for, and no other', () => {
    const delays = [answer(429), answer(400, 155264), answer(500), noAnswer('timeout')].map(
      (failure) => toProviderFailure(failure).retryAfterMs,
    );
    expect(delays).toEqual([3_000, 3_000, 0, 0]);
  });

  it('keeps codes and reasons as facts', () => {
    expect(toProviderFailure(answer(400, 2)).facts).toEqual({ httpStatus: 400, providerCode: 2 });
    expect(toProviderFailure(noAnswer('timeout')).facts).toEqual({ noAnswer: 'timeout' });
  });
});
