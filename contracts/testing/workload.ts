import fc from 'fast-check';
import { ESCAPE_SECONDS, MAX_SECONDS } from './model.js';

/** Number of accounts. Accounts, refs and markets are numbers here, which the run maps to addresses and hashes. */
const ACCOUNTS = 5;

export type Caller = number | 'creator' | 'resolver';

export interface OnceStep {
  /** Null is the zero ref, which must be refused. The range is small so that refs repeat. */
  ref: number | null;
  /** Seconds from the block's timestamp to the deadline. A negative deadline has passed. */
  deadlineIn: number;
}

export type Step =
  | {
      kind: 'create';
      by: number;
      id: number;
      closeIn: number;
      resolver: number | null;
      isFactoryCollateral: boolean;
      once: OnceStep | null;
    }
  | {
      kind: 'buy';
      by: number;
      market: number;
      side: 'buyYes' | 'buyNo';
      amount: bigint;
      /** Minimum payout less the payout that the model expects; null is no minimum. Direct buys have none. */
      margin: bigint | null;
      once: OnceStep | null;
    }
  | { kind: 'resolve'; by: Caller; market: number; outcome: number; once: OnceStep | null }
  | { kind: 'close' | 'cancel' | 'payout' | 'refund'; by: Caller; market: number; once: OnceStep | null }
  | { kind: 'donate'; by: number; market: number; amount: bigint }
  | { kind: 'wait'; market: number; until: 'a while' | 'close' | 'escape'; offset: number };

const account = fc.nat(ACCOUNTS - 1);
const market = fc.nat(1);
const once = fc.option(
  fc.record<OnceStep>({
    ref: fc.oneof({ weight: 12, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.constant(null) }),
    deadlineIn: fc.oneof(
      { weight: 6, arbitrary: fc.constant(3_600) },
      { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1) },
    ),
  }),
  { freq: 3 },
);
/** Dust, common amounts, and amounts whose product exceeds 256 bits. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt(0n, 7n) },
  { weight: 4, arbitrary: fc.bigInt(1n, 10n ** 12n) },
  { weight: 1, arbitrary: fc.bigInt(2n ** 120n, 2n ** 140n) },
);

const create = fc.record({
  kind: fc.constant('create' as const),
  by: account,
  id: fc.nat(1),
  closeIn: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 2, arbitrary: fc.constantFrom(-1, 0, 1, MAX_SECONDS, MAX_SECONDS + 1) },
  ),
  resolver: fc.oneof({ weight: 12, arbitrary: account }, { weight: 1, arbitrary: fc.constant(null) }),
  isFactoryCollateral: fc.oneof(
    { weight: 12, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  once,
});
const buy = fc.record({
  kind: fc.constant('buy' as const),
  by: account,
  market,
  side: fc.constantFrom('buyYes' as const, 'buyNo' as const),
  amount,
  margin: fc.option(fc.constantFrom(-1n, 0n, 1n), { freq: 2 }),
  once,
});
/** Biased towards accounts that are allowed to call. */
const official = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('creator' as const, 'resolver' as const) },
  { weight: 2, arbitrary: account },
);
const resolve = fc.record({
  kind: fc.constant('resolve' as const),
  by: official,
  market,
  outcome: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(1, 2) },
    { weight: 1, arbitrary: fc.constantFrom(0, 3, 255) },
  ),
  once,
});
const end = fc.record({
  kind: fc.constantFrom('close' as const, 'close' as const, 'cancel' as const),
  by: official,
  market,
  once,
});
const claim = fc.record({ kind: fc.constantFrom('payout' as const, 'refund' as const), by: account, market, once });
const donate = fc.record({
  kind: fc.constant('donate' as const),
  by: account,
  market,
  amount: fc.bigInt(1n, 10n ** 9n),
});
const wait = fc.record({
  kind: fc.constant('wait' as const),
  market,
  until: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a while' as const, 'close' as const) },
    { weight: 1, arbitrary: fc.constant('escape' as const) },
  ),
  offset: fc.integer({ min: -1, max: 1 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: create },
  { weight: 10, arbitrary: buy },
  { weight: 4, arbitrary: resolve },
  { weight: 3, arbitrary: end },
  { weight: 5, arbitrary: claim },
  { weight: 1, arbitrary: donate },
  { weight: 3, arbitrary: wait },
);

/** A random sequence of calls, the end of its markets, and the order of claims. */
export interface Workload {
  steps: Step[];
  /** Outcome for markets that the steps leave open; 0 cancels them after the escape delay. */
  ending: 0 | 1 | 2;
  claimOrder: number[];
}

export const workload: fc.Arbitrary<Workload> = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 35, size: 'max' }),
  ending: fc.constantFrom(0, 1, 1, 2, 2),
  claimOrder: fc.shuffledSubarray([...Array(ACCOUNTS).keys()], { minLength: ACCOUNTS }),
});

/** Returns the timestamp that a `wait` step ends at, in seconds. */
export function computeTime(
  { until, offset }: Extract<Step, { kind: 'wait' }>,
  closeTime: number,
  now: number,
): number {
  if (until === 'a while') return now + 5 + offset;
  return closeTime + offset + (until === 'escape' ? ESCAPE_SECONDS : 0);
}
