import { LONG_TIMEOUT_MS } from '../../../../../test/support/long-timeout.js';
import { ModelTransfers } from '../../../../../test/support/treasury/model-worker.js';
import { runTreasurySequence } from '../../../../../test/support/treasury/treasury-sequence.js';
import type { TransferBody, TransferKey, TreasuryTransfer } from './treasury-transfers.repository.js';

/** The last two have a worker that reads an older nonce than the other one, for the same wallet. */
const SEEDS = [...Array.from({ length: 100 }, (_, index) => index + 1), 907, 1466];
const MAX_SEQUENCES_TO_FIND = 400;

/** Keeps only the newest body's hash. */
class OneHash extends ModelTransfers {
  override async replace(raw: string, to: TransferBody): Promise<boolean> {
    const isReplaced = await super.replace(raw, to);
    for (const row of this.rows) if (row.raw === to.raw) row.hashes = [to.hash];
    return isReplaced;
  }
}

/** Forgets a transfer whose raise was refused. */
class ForgottenRaise extends ModelTransfers {
  override async replace(raw: string, to: TransferBody): Promise<boolean> {
    const row = this.rows.find((each) => each.raw === raw);
    if (row?.nonce !== to.nonce || row.costWei <= to.costWei) return super.replace(raw, to);
    await this.remove(raw);
    return false;
  }
}

/** Never moves a transfer whose nonce another transaction has used. */
class UnmovedTransfer extends ModelTransfers {
  override async replace(raw: string, to: TransferBody): Promise<boolean> {
    const row = this.rows.find((each) => each.raw === raw);
    return row?.nonce === to.nonce && super.replace(raw, to);
  }
}

/** Does not know which transfers are under way. */
class UnknownTransfers extends ModelTransfers {
  override findNewest(): Promise<TreasuryTransfer | null> {
    return Promise.resolve(null);
  }

  override add(key: TransferKey, body: TransferBody): Promise<boolean> {
    return super.add({ ...key, ordinal: this.rows.length }, body);
  }
}

describe('the treasury', () => {
  it(
    'pays no wallet twice or never on a chain with faults',
    async () => {
      const violations: string[] = [];
      for (const seed of SEEDS) violations.push(...(await runTreasurySequence(seed)));
      expect(violations).toEqual([]);
    },
    LONG_TIMEOUT_MS,
  );

  it.each([OneHash, ForgottenRaise, UnmovedTransfer, UnknownTransfers])(
    'would be found to pay wrongly with the fault %p',
    async (Faulty) => {
      let violations: string[] = [];
      for (let seed = 1; seed <= MAX_SEQUENCES_TO_FIND && violations.length === 0; seed += 1)
        violations = await runTreasurySequence(seed, new Faulty());
      expect(violations).not.toEqual([]);
    },
    LONG_TIMEOUT_MS,
  );
});
