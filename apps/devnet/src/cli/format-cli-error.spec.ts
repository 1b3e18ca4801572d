import { parseArgs } from 'node:util';
import { formatCliError } from './format-cli-error.js';

class UsageError extends Error {}

describe('formatCliError', () => {
  it('returns one sentence for a usage error', () => {
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

  it('returns the stack of other errors', () => {
    expect(formatCliError(new TypeError('broken'))).toMatch(/^TypeError: broken\n +at /);
    expect(formatCliError('a word')).toBe('a word');
  });
});
