import { isConnectionFailure } from './connection-failure.js';

const withCode = (code: string): Error => Object.assign(new Error('a text'), { code });

describe('isConnectionFailure', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', '08006', '57P01', '57P03', '53300'])(
    'is true for the code %s',
    (code) => {
      expect(isConnectionFailure(withCode(code))).toBe(true);
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'timeout expired',
    'Query read timeout',
  ])('is true for the driver’s message %s', (message) => {
    expect(isConnectionFailure(new Error(message))).toBe(true);
  });

  it.each(['23505', '40P01', '42P01', '57014', 'ENOENT'])('is false for the code %s', (code) => {
    expect(isConnectionFailure(withCode(code))).toBe(false);
  });

  it('is false for any other error', () => {
    for (const thrown of [new Error('a bug'), 'Connection terminated', null, undefined]) {
      expect(isConnectionFailure(thrown)).toBe(false);
    }
  });
});
