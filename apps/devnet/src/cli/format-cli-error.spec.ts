import { parseArgs } from 'node:util';
import { formatCliError } from './format-cli-error.js';

class UsageError extends Error {}

describe('what is told of an error', () => {
  it('is a sentence where something was mistyped', () => {
    let error: unknown;
    try {
      parseArgs({ args: ['--nope'], options: {} });
    } catch (thrown) {
      error = thrown;
    }
    expect(formatCliError(error)).toBe("Unknown option '--nope'");
    expect(formatCliError(new UsageError('--times takes a whole number'), (one) => one instanceof UsageError)).toBe(
      '--times takes a whole number',
    );
  });

  it('is all that is known where something broke', () => {
    expect(formatCliError(new TypeError('broken'))).toMatch(/^TypeError: broken\n +at /);
    expect(formatCliError('a word')).toBe('a word');
  });
});
