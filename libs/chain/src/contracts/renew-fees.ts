import { BASE_FEE_HEADROOM, type Fees } from './fees.js';

/** Multiple of the suggested priority fee up to which it is doubled for a node that asks for more than it suggests. */
const MAX_PRIORITY_MULTIPLE = 32n;

export interface FeesNow {
  /** Fees that the chain asks for. */
  present: Fees;
  /** Transaction of the nonce in the pool: this one, another, or none. `refused`: none, and a node did not take this one. */
  against: 'own' | 'other' | 'none' | 'refused';
}

/** Fees at which a transaction is sent now. The last ones if they still do. */
export function renewFees(last: Fees, { present, against }: FeesNow): Fees {
  if (against === 'none') return last.maxFeeWei >= leastFeeWei(present) ? last : present;
  if (against === 'refused') {
    const priorityFeeWei = smaller(2n * last.priorityFeeWei, MAX_PRIORITY_MULTIPLE * present.priorityFeeWei);
    return highest({ maxFeeWei: last.maxFeeWei - last.priorityFeeWei + priorityFeeWei, priorityFeeWei }, present);
  }
  // geth takes a replacement from a tenth above. The fees of another transaction are not known.
  const raise = (wei: bigint): bigint => (wei * (against === 'own' ? 9n : 16n) + 7n) / 8n;
  return highest({ maxFeeWei: raise(last.maxFeeWei), priorityFeeWei: raise(last.priorityFeeWei) }, present);
}

/** Fee of the next block: base fee and priority fee without the headroom. */
export function leastFeeWei({ maxFeeWei, priorityFeeWei }: Fees): bigint {
  return (maxFeeWei - priorityFeeWei) / BASE_FEE_HEADROOM + priorityFeeWei;
}

export function limitFees({ maxFeeWei, priorityFeeWei }: Fees, ceilingWei: bigint): Fees {
  return { maxFeeWei: smaller(maxFeeWei, ceilingWei), priorityFeeWei: smaller(priorityFeeWei, ceilingWei) };
}

function highest(one: Fees, other: Fees): Fees {
  const larger = (first: bigint, second: bigint): bigint => (first > second ? first : second);
  const maxFeeWei = larger(one.maxFeeWei, other.maxFeeWei);
  return { maxFeeWei, priorityFeeWei: larger(one.priorityFeeWei, other.priorityFeeWei) };
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
