import { parseSendOutcome } from './keystore-node.js';

describe('parseSendOutcome', () => {
  it.each([
    ['geth', 'already known', 'accepted'],
    ['anvil', 'transaction already imported', 'accepted'],
    ['nethermind', 'AlreadyKnown', 'accepted'],
    ['besu', 'Known transaction', 'accepted'],
    ['geth', 'replacement transaction underpriced', 'outbid'],
    ['besu', 'Gas price underpriced', 'outbid'],
    ['nethermind', 'ReplacementNotAllowed', 'outbid'],
    ['anvil', 'max fee per gas less than block base fee', 'outbid'],
    ['nethermind', 'FeeTooLow, MaxFeePerGas too low', 'outbid'],
    ['geth', 'nonce too low: next nonce 5, tx nonce 4', 'nonce_used'],
    ['nethermind', 'OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonce_used'],
    ['besu', 'Nonce too low', 'nonce_used'],
    ['geth', 'insufficient funds for gas * price + value: balance 0, tx cost 1', 'insufficient_funds'],
    ['besu', 'Upfront cost exceeds account balance', 'insufficient_funds'],
    ['any node', 'exceeds block gas limit', null],
    ['any node', 'unknown transaction type', null],
  ])('reads the text of %s: %s', (_node, message, expected) => {
    expect(parseSendOutcome(message)).toBe(expected);
  });
});
