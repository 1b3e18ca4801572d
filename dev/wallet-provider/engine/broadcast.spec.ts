import { parseReason } from './broadcast.js';

describe('parseReason', () => {
  it.each([
    ['Insufficient funds for gas * price + value', 'INSUFFICIENT_NATIVE_TOKEN'],
    ['replacement transaction underpriced', 'TRANSACTION_UNDER_PRICE'],
    ['max fee per gas less than block base fee', 'TRANSACTION_UNDER_PRICE'],
    ['intrinsic gas too low', 'GAS_LIMIT_TOO_LOW'],
    ['something else', 'INTERNAL_ERROR'],
  ])('maps %j to %s', (message, reason) => {
    expect(parseReason(message)).toBe(reason);
  });
});
