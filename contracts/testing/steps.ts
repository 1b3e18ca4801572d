import fc from 'fast-check';
import { ESCAPE_SECONDS, MAX_SECONDS } from './model.js';

/** People are numbered; so are refs and, within a sequence, markets. The run turns numbers into addresses and hashes. */
const PEOPLE = 5;

export type Who = number | 'creator' | 'resolver';

export interface OnceStep {
  /** Null is the zero ref, which must be refused. Few, so that they are used again. */
  ref: number | null;
  /** Seconds from the block's time to the deadline: negative is passed. */
  deadlineIn: number;
}

export type Step =
  | {
      kind: 'create';
      by: number;
      id: number;
      closeIn: number;
      resolver: number | null;
      ours: boolean;
      once: OnceStep | null;
    }
  | { kind: 'buy'; by: number; market: number; side: 'buyYes' | 'buyNo'; amount: bigint; once: OnceStep | null }
  | { kind: 'resolve'; by: Who; market: number; outcome: number; once: OnceStep | null }
  | { kind: 'close' | 'cancel' | 'payout' | 'refund'; by: Who; market: number; once: OnceStep | null }
  | { kind: 'donate'; by: number; market: number; amount: bigint }
  | { kind: 'wait'; market: number; until: 'a while' | 'close' | 'escape'; offset: number };

const person = fc.nat(PEOPLE - 1);
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
/** Dust, everyday sums, and sums whose product does not fit into 256 bits. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt(0n, 7n) },
  { weight: 4, arbitrary: fc.bigInt(1n, 10n ** 12n) },
  { weight: 1, arbitrary: fc.bigInt(2n ** 120n, 2n ** 140n) },
);

const create = fc.record({
  kind: fc.constant('create' as const),
  by: person,
  id: fc.nat(1),
  closeIn: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 2, arbitrary: fc.constantFrom(-1, 0, 1, MAX_SECONDS, MAX_SECONDS + 1) },
  ),
  resolver: fc.oneof({ weight: 12, arbitrary: person }, { weight: 1, arbitrary: fc.constant(null) }),
  ours: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  once,
});
const buy = fc.record({
  kind: fc.constant('buy' as const),
  by: person,
  market,
  side: fc.constantFrom('buyYes' as const, 'buyNo' as const),
  amount,
  once,
});
/** Mostly someone who may do it. */
const official = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('creator' as const, 'resolver' as const) },
  { weight: 2, arbitrary: person },
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
const claim = fc.record({ kind: fc.constantFrom('payout' as const, 'refund' as const), by: person, market, once });
const donate = fc.record({
  kind: fc.constant('donate' as const),
  by: person,
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

/** A story: what happens, and in which order people come for their money when it is over. */
export interface Workload {
  steps: Step[];
  /** How markets end that the steps have left unfinished: with this outcome, or (0) by time alone. */
  ending: 0 | 1 | 2;
  exitOrder: number[];
}

export const story: fc.Arbitrary<Workload> = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 35, size: 'max' }),
  ending: fc.constantFrom(0, 1, 1, 2, 2),
  exitOrder: fc.shuffledSubarray([...Array(PEOPLE).keys()], { minLength: PEOPLE }),
});

/** When `until` comes, for a market that closes at `closeTime`. */
export function timeOf({ until, offset }: Extract<Step, { kind: 'wait' }>, closeTime: number, now: number): number {
  if (until === 'a while') return now + 5 + offset;
  return closeTime + offset + (until === 'escape' ? ESCAPE_SECONDS : 0);
}
