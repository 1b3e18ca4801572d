import type { Secret } from '@app/common';
import { Wallet } from 'ethers';
import { createHmac } from 'node:crypto';
import { signTransaction } from '@app/chain';
import type { Fees } from '../domain/fees.js';
import type { SignedAttempt } from '../domain/transaction.js';

/** Signs for one address. `id` is a wallet's id, or the faucet's. */
export interface Account {
  readonly id: string;
  readonly address: string;
  sign(request: SignRequest): SignedAttempt;
}

interface SignRequest {
  readonly purpose: SignedAttempt['purpose'];
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly valueWei: bigint;
  readonly gasLimit: bigint;
  readonly fees: Fees;
}

export function accountOf(id: string, privateKey: string): Account {
  const wallet = new Wallet(privateKey);
  return {
    id,
    address: wallet.address.toLowerCase(),
    sign: (request) => sign(wallet, request),
  };
}

/** Accounts of the wallets and of the faucet. */
export class Accounts {
  private readonly byId = new Map<string, Account>();

  constructor(
    private readonly seed: Secret,
    /** Funds wallets, and sends the transactions of strangers that faults show. */
    readonly faucet: Account,
  ) {
    this.byId.set(faucet.id, faucet);
  }

  get(id: string): Account {
    const account = this.byId.get(id) ?? accountOf(id, deriveWalletKey(this.seed, id));
    this.byId.set(id, account);
    return account;
  }
}

/** Derives the private key of a wallet from the seed. */
export function deriveWalletKey(seed: Secret, walletId: string): string {
  return `0x${createHmac('sha256', Buffer.from(seed.reveal(), 'hex')).update(`wallet:${walletId}`).digest('hex')}`;
}

function sign(
  wallet: Wallet,
  { purpose, chainId, nonce, to, data, valueWei, gasLimit, fees }: SignRequest,
): SignedAttempt {
  const { hash, raw } = signTransaction(wallet, { chainId, nonce, to, data, valueWei, gasLimit, fees });
  return {
    purpose,
    hash,
    raw,
    gasLimit: gasLimit.toString(),
    maxFeeWei: fees.maxFeeWei.toString(),
    priorityFeeWei: fees.priorityFeeWei.toString(),
    baseFeeWei: fees.baseFeeWei.toString(),
  };
}
