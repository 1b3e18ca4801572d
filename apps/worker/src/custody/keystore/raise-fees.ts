import type { Fees } from '@app/chain';

/** Doubles the fees once per attempt. Nodes accept a replacement from a tenth above. */
export function raiseFees({ maxFeeWei, priorityFeeWei }: Fees, attempt: number): Fees {
  const factor = 2n ** BigInt(attempt);
  return { maxFeeWei: maxFeeWei * factor, priorityFeeWei: priorityFeeWei * factor };
}

/** Multiple of the suggested priority fee up to which it is doubled for a node that asks for more than it suggests. */
const MAX_PRIORITY_MULTIPLE = 32n;

export interface FeesNow {
  /** Fees that the chain asks for. */
  present: Fees;
  /** What the pool has of the nonce: this transaction, another one, or none. `refused`: none, and a node did not take this one. */
  against: 'own' | 'other' | 'none' | 'refused';
}

/** Fees at which a transaction of the last fees is sent now. The last ones if they still do. */
export function renewFees(last: Fees, { present, against }: FeesNow): Fees {
  switch (against) {
    case 'none':
      return last.maxFeeWei >= leastFeeWei(present) ? last : present;
    case 'refused': {
      const most = present.priorityFeeWei * MAX_PRIORITY_MULTIPLE;
      const priorityFeeWei = smaller(2n * last.priorityFeeWei, most);
      return highest({ maxFeeWei: last.maxFeeWei - last.priorityFeeWei + priorityFeeWei, priorityFeeWei }, present);
    }
    // geth takes a replacement from a tenth above. The fees of another transaction are not known.
    case 'own':
      return highest(
        { maxFeeWei: anEighthMore(last.maxFeeWei), priorityFeeWei: anEighthMore(last.priorityFeeWei) },
        present,
      );
    case 'other':
      return highest(raiseFees(last, 1), present);
  }
}

/** Fee of the next block: base fee and priority fee without the headroom. */
export function leastFeeWei({ maxFeeWei, priorityFeeWei }: Fees): bigint {
  return (maxFeeWei + priorityFeeWei) / 2n;
}

export function limitFees({ maxFeeWei, priorityFeeWei }: Fees, ceilingWei: bigint): Fees {
  return { maxFeeWei: smaller(maxFeeWei, ceilingWei), priorityFeeWei: smaller(priorityFeeWei, ceilingWei) };
}

function anEighthMore(wei: bigint): bigint {
  return (wei * 9n + 7n) / 8n;
}

function highest(one: Fees, other: Fees): Fees {
  return {
    maxFeeWei: one.maxFeeWei > other.maxFeeWei ? one.maxFeeWei : other.maxFeeWei,
    priorityFeeWei: one.priorityFeeWei > other.priorityFeeWei ? one.priorityFeeWei : other.priorityFeeWei,
  };
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
