import { HttpException } from '@nestjs/common';
import { AppError } from '@app/common';
import { toAppError } from './to-app-error.js';

/** An error with a status and a text, as Fastify throws it. */
function frameworkError(statusCode: number): Error {
  return Object.assign(new Error('internal text'), { statusCode });
}

describe('toAppError', () => {
  it('returns an AppError unchanged', () => {
    const error = new AppError('market_not_found');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    [400, 'bad_request'],
    [404, 'not_found'],
    [408, 'request_timeout'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [418, 'bad_request'],
    [431, 'headers_too_large'],
    [500, 'internal_error'],
    [503, 'internal_error'],
  ])('maps %d to %s with the catalogue’s text', (status, code) => {
    for (const thrown of [frameworkError(status), new HttpException('internal text', status)]) {
      const error = toAppError(thrown);
      expect(error.code).toBe(code);
      expect(error.message).not.toContain('internal text');
      expect(error.cause).toBe(thrown);
    }
  });

  it.each([new TypeError('a bug'), 'a string', undefined, null, { statusCode: 404 }])(
    'maps %p to internal_error',
    (thrown) => {
      expect(toAppError(thrown)).toMatchObject({ code: 'internal_error', cause: thrown });
      expect(toAppError(thrown, 'market_get_failed')).toMatchObject({ code: 'market_get_failed', cause: thrown });
    },
  );

  it('maps a lost database to 503 with Retry-After on every route', () => {
    const lost = new Error('Connection terminated unexpectedly');
    const expected = { code: 'database_unavailable', retryAfterS: 1 };
    expect(toAppError(lost)).toMatchObject(expected);
    expect(toAppError(lost, 'markets_list_failed')).toMatchObject(expected);
  });

  it('keeps the code of an expected error', () => {
    expect(toAppError(new AppError('market_not_found'), 'market_get_failed').code).toBe('market_not_found');
    expect(toAppError(frameworkError(413), 'market_get_failed').code).toBe('payload_too_large');
  });
});
