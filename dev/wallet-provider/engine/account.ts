import type { Secret } from '@app/common';
import { Wallet } from 'ethers';
import { createHmac } from 'node:crypto';
import { signTransaction } from '@app/chain';
import type { Fees } from '../domain/fees.js';
import type { SignedAttempt } from '../domain/transaction.js';

interface SignRequest {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly valueWei: bigint;
  readonly gasLimit: bigint;
  readonly fees: Fees;
}

export class Account {
  /** Lower case. */
  readonly address: string;
  private readonly wallet: Wallet;

  constructor(
    /** A wallet's id, or the faucet's. */
    readonly id: string,
    privateKey: string,
  ) {
    this.wallet = new Wallet(privateKey);
    this.address = this.wallet.address.toLowerCase();
  }

  sign(transaction: SignRequest): SignedAttempt {
    const { gasLimit, fees } = transaction;
    return {
      ...signTransaction(this.wallet, transaction),
      gasLimit: gasLimit.toString(),
      maxFeeWei: fees.maxFeeWei.toString(),
      priorityFeeWei: fees.priorityFeeWei.toString(),
    };
  }
}

export class Accounts {
  private readonly byId = new Map<string, Account>();

  constructor(
    private readonly seed: Secret,
    faucet: Account,
  ) {
    this.byId.set(faucet.id, faucet);
  }

  get(id: string): Account {
    const account = this.byId.get(id) ?? new Account(id, deriveWalletKey(this.seed, id));
    this.byId.set(id, account);
    return account;
  }
}

export function deriveWalletKey(seed: Secret, walletId: string): string {
  return `0x${createHmac('sha256', Buffer.from(seed.reveal(), 'hex')).update(`wallet:${walletId}`).digest('hex')}`;
}
