import { parseArgs } from 'node:util';
import { toldOf } from './told-of.js';

class UsageError extends Error {}

describe('what is told of an error', () => {
  it('is a sentence where something was mistyped', () => {
    let error: unknown;
    try {
      parseArgs({ args: ['--nope'], options: {} });
    } catch (thrown) {
      error = thrown;
    }
    expect(toldOf(error)).toBe("Unknown option '--nope'");
    expect(toldOf(new UsageError('--times takes a whole number'), (one) => one instanceof UsageError)).toBe(
      '--times takes a whole number',
    );
  });

  it('is all that is known where something broke', () => {
    expect(toldOf(new TypeError('broken'))).toMatch(/^TypeError: broken\n +at /);
    expect(toldOf('a word')).toBe('a word');
  });
});
