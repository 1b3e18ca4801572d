import { runTreasurySequence } from '../../../../../../test/support/treasury/treasury-sequence.js';

const SEQUENCES = 600;
const TIMEOUT_MS = 3_600_000;

it(
  'pays no wallet twice or never in 600 sequences on a chain with faults',
  async () => {
    const violations: string[] = [];
    for (let seed = 1; seed <= SEQUENCES; seed += 1) violations.push(...(await runTreasurySequence(seed)));
    expect(violations).toEqual([]);
  },
  TIMEOUT_MS,
);
