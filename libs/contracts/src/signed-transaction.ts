import { Transaction } from 'ethers/transaction';
import type { KeystoreAccount } from './keystore.js';

export interface Fees {
  maxFeeWei: bigint;
  priorityFeeWei: bigint;
}

export interface UnsignedTransaction {
  chainId: number;
  nonce: number;
  to: string;
  data: string;
  valueWei: bigint;
  gasLimit: bigint;
  fees: Fees;
}

export interface SignedTransaction extends UnsignedTransaction {
  /** Lower-case. */
  from: string;
  /** As `eth_sendRawTransaction` takes it. */
  raw: string;
  hash: string;
}

/** Multiple of the base fee that a transaction can pay: six full blocks double it (EIP-1559). */
const BASE_FEE_HEADROOM = 2n;
const PRIORITY_FEE_WEI = 1_000_000_000n;

export function feesAt(baseFeeWei: bigint): Fees {
  return { maxFeeWei: baseFeeWei * BASE_FEE_HEADROOM + PRIORITY_FEE_WEI, priorityFeeWei: PRIORITY_FEE_WEI };
}

/** Doubles the fees once per attempt. Nodes accept a replacement from a tenth above. */
export function raiseFees({ maxFeeWei, priorityFeeWei }: Fees, attempt: number): Fees {
  const factor = 2n ** BigInt(attempt);
  return { maxFeeWei: maxFeeWei * factor, priorityFeeWei: priorityFeeWei * factor };
}

/** Signs an EIP-1559 transaction. Equal input gives equal bytes (RFC 6979). */
export function signTransaction(account: KeystoreAccount, unsigned: UnsignedTransaction): SignedTransaction {
  const { chainId, nonce, to, data, valueWei, gasLimit, fees } = unsigned;
  const transaction = Transaction.from({
    type: 2,
    chainId,
    nonce,
    to,
    data,
    value: valueWei,
    gasLimit,
    maxFeePerGas: fees.maxFeeWei,
    maxPriorityFeePerGas: fees.priorityFeeWei,
  });
  transaction.signature = account.signingKey.sign(transaction.unsignedHash);
  return signedOf(transaction);
}

/** @throws Error for anything but a signed EIP-1559 transaction that calls an address */
export function parseRaw(raw: string): SignedTransaction {
  return signedOf(Transaction.from(raw));
}

function signedOf(transaction: Transaction): SignedTransaction {
  const { type, chainId, nonce, to, data, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const { from, hash, serialized } = transaction;
  if (type !== 2 || to === null || from === null || hash === null) throw new Error('not a signed EIP-1559 call');
  if (maxFeePerGas === null || maxPriorityFeePerGas === null) throw new Error('an EIP-1559 transaction has fees');
  return {
    chainId: Number(chainId),
    nonce,
    to: to.toLowerCase(),
    data,
    valueWei: value,
    gasLimit,
    fees: { maxFeeWei: maxFeePerGas, priorityFeeWei: maxPriorityFeePerGas },
    from: from.toLowerCase(),
    raw: serialized,
    hash,
  };
}
