import { keccak256, type SigningKey } from 'ethers/crypto';
import { Transaction } from 'ethers/transaction';
import type { Fees } from './fees.js';

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

/** Signs an EIP-1559 transaction. Equal input gives equal bytes (RFC 6979). */
export function signTransaction(
  { signingKey }: { signingKey: SigningKey },
  unsigned: UnsignedTransaction,
): Pick<SignedTransaction, 'raw' | 'hash'> {
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
  transaction.signature = signingKey.sign(transaction.unsignedHash);
  const raw = transaction.serialized;
  return { raw, hash: hashOfSigned(raw) };
}

/** Returns the transaction hash of a signed raw transaction, without reading it. */
export function hashOfSigned(raw: string): string {
  return keccak256(raw);
}

/**
 * Nonce and maximum cost of a signed EIP-1559 transaction. Reads no more than the first fields of the list (RLP): each new
 * transaction of a wallet reads all that are in flight.
 */
export function readSigned(raw: string): { nonce: number; costWei: bigint } {
  const bytes = Buffer.from(raw.slice(2), 'hex');
  const [, list = 0] = bytes;
  let at = list < 0xf8 ? 2 : list - 0xf5; // type, and prefix of the list with the bytes of its length
  const next = (): bigint => {
    const prefix = bytes[at] ?? 0;
    const [start, length] = prefix < 0x80 ? [at, 1] : [at + 1, prefix - 0x80];
    at = start + length;
    return BigInt(`0x0${bytes.toString('hex', start, at)}`);
  };
  const [, nonce, , maxFeeWei, gasLimit, , valueWei] = [next(), next(), next(), next(), next(), next(), next()];
  return { nonce: Number(nonce), costWei: (valueWei ?? 0n) + (gasLimit ?? 0n) * (maxFeeWei ?? 0n) };
}

/**
 * Reads a signed transaction. It takes about 2 ms, because the sender is recovered from the signature.
 * @throws Error for anything but a signed EIP-1559 transaction to an address
 */
export function parseSignedTransaction(raw: string): SignedTransaction {
  return toSignedTransaction(Transaction.from(raw));
}

function toSignedTransaction(transaction: Transaction): SignedTransaction {
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

/** Null for anything but a signed EIP-1559 transaction to an address. */
export function findSignedTransaction(raw: string): SignedTransaction | null {
  try {
    return parseSignedTransaction(raw);
  } catch {
    return null; // ethers throws for bytes that are no transaction
  }
}
