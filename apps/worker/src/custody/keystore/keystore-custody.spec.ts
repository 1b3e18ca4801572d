import { Wallet } from 'ethers/wallet';
import { hashOfSigned, signTransaction } from '@app/chain';
import { Logger } from '@app/observability';
import { KeystoreCustody, type KeystoreCustodyDependencies } from './keystore-custody.js';
import type { SendOutcome } from './node-texts.js';

const FEES = { maxFeeWei: 2n, priorityFeeWei: 1n };
const CALL = { chainId: 1, nonce: 0, to: `0x${'1'.repeat(40)}`, data: '0x', valueWei: 0n, gasLimit: 21_000n };

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('a send that the node refuses', () => {
  const body = signTransaction(Wallet.createRandom(), { ...CALL, fees: FEES }).raw;

  function submit(outcome: SendOutcome, isKnown: boolean): Promise<{ transactionId: string }> {
    const node = { sendRaw: () => Promise.resolve(outcome), knows: () => Promise.resolve(isKnown) };
    return new KeystoreCustody({ node, log } as unknown as KeystoreCustodyDependencies).submit(body);
  }

  it.each(['insufficient_funds', 'nonce_used', 'not_taken'] as const)(
    'with %s counts as sent if the node knows the transaction',
    async (outcome) => {
      expect(await submit(outcome, true)).toEqual({ transactionId: hashOfSigned(body) });
    },
  );

  it.each([
    ['insufficient_funds', { class: 'funds', resend: 'with_more_gas' }],
    ['not_taken', { class: 'retryable', resend: 'with_more_gas' }],
    ['nonce_used', { class: 'permanent', resend: 'with_new_body' }],
  ] as const)('with %s fails otherwise', async (outcome, failure) => {
    await expect(submit(outcome, false)).rejects.toMatchObject({ failure });
  });
});
