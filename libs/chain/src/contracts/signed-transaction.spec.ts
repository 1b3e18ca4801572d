import { Wallet } from 'ethers';
import { hashOfSigned, parseSignedTransaction, readSigned, signTransaction } from './signed-transaction.js';

const UNSIGNED = {
  ...{ chainId: 31_999, nonce: 7, to: `0x${'ab'.repeat(20)}`, data: '0x1234', valueWei: 5n, gasLimit: 90_000n },
  fees: { maxFeeWei: 2_000n, priorityFeeWei: 10n },
};

it('reads what it has signed, with the hash that nodes give it', () => {
  const wallet = Wallet.createRandom();
  const { raw, hash } = signTransaction(wallet, UNSIGNED);
  expect(parseSignedTransaction(raw)).toEqual({ ...UNSIGNED, from: wallet.address.toLowerCase(), raw, hash });
  expect(hashOfSigned(raw)).toBe(hash);
});

it.each([0, 1, 300])('reads nonce %d and the maximum cost without the sender', (nonce) => {
  const { raw } = signTransaction(Wallet.createRandom(), { ...UNSIGNED, nonce });
  expect(readSigned(raw)).toEqual({ nonce, costWei: 5n + 90_000n * 2_000n });
});
