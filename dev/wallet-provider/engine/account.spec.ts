import { Secret } from '@app/common';
import { Transaction } from 'ethers';
import { Account, deriveWalletKey } from './account.js';

describe('account', () => {
  const seed = new Secret('01'.repeat(32));

  it('derives its key from seed and wallet id', () => {
    expect(deriveWalletKey(seed, 'a')).toBe(deriveWalletKey(seed, 'a'));
    expect(deriveWalletKey(seed, 'a')).not.toBe(deriveWalletKey(seed, 'b'));
    expect(deriveWalletKey(seed, 'a')).not.toBe(deriveWalletKey(new Secret('02'.repeat(32)), 'a'));
  });

  it('signs a valid transaction', () => {
    const account = new Account('a', deriveWalletKey(seed, 'a'));
    const attempt = account.sign({
      ...{
        chainId: 31_999,
        nonce: 7,
        to: `0x${'5a'.repeat(20)}`,
        data: '0x01',
        valueWei: 5n,
        gasLimit: 50_000n,
      },
      fees: { maxFeeWei: 4n, priorityFeeWei: 2n },
    });
    const parsed = Transaction.from(attempt.raw);
    expect(parsed.from?.toLowerCase()).toBe(account.address);
    expect(parsed).toMatchObject({
      hash: attempt.hash,
      nonce: 7,
      chainId: 31_999n,
      value: 5n,
      gasLimit: 50_000n,
      maxFeePerGas: 4n,
    });
  });
});
