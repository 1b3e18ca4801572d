import { HttpException } from '@nestjs/common';
import { AppError } from '@app/common';
import { toAppError } from './to-app-error.js';

/** As the framework throws them: an error with a status and words of its own. */
function frameworkError(statusCode: number): Error {
  return Object.assign(new Error('words that no client may see'), { statusCode });
}

describe('toAppError', () => {
  it('passes our own errors', () => {
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
  ])('says %d in the catalogue’s words', (status, code) => {
    for (const thrown of [frameworkError(status), new HttpException('words that no client may see', status)]) {
      const error = toAppError(thrown);
      expect(error.code).toBe(code);
      expect(error.message).not.toContain('words');
      expect(error.cause).toBe(thrown);
    }
  });

  it.each([new TypeError('a bug'), 'a string', undefined, null, { statusCode: 404 }])(
    'takes %p for our own fault',
    (thrown) => {
      expect(toAppError(thrown)).toMatchObject({ code: 'internal_error', cause: thrown });
    },
  );
});
