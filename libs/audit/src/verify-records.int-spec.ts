import type { ChainHistory } from '@app/chain';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { verifyRecords } from './verify-records.js';

const ADDRESS = `0x${'1'.repeat(40)}`;

describe('verifyRecords', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(() => fixture?.close());

  it('holds no transaction open while it asks the chain', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { agentId } = await fixture.wallet();
      await fixture.accept(await fixture.intent(agentId, { action: 'claim_refund' }));
      await fixture.intent(agentId);
    }
    const asked: string[] = [];
    const open: unknown[] = [];
    /** Answers after a look at the transactions that are open meanwhile. */
    const answer = async <T>(method: string, value: T): Promise<T> => {
      asked.push(method);
      open.push(
        ...(await fixture.database.query(
          `SELECT query FROM pg_stat_activity
           WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
        )),
      );
      return value;
    };
    const chain = {
      head: () => answer('head', { blockNumber: 1, timestampMs: Date.now() }),
      refsUsed: (refs: readonly unknown[]) =>
        answer(
          'refsUsed',
          refs.map(() => false),
        ),
      receipts: () => answer('receipts', []),
      effects: () => answer('effects', []),
    } as unknown as ChainHistory;
    const plan = { factoryAddress: ADDRESS, collateralAddress: ADDRESS, decimals: 6 };
    const verification = await verifyRecords({ sql: fixture.database, chain, plan, fromBlock: 0 });
    expect(verification).toMatchObject({ executions: 3, underWay: 3, intents: 6, events: 3 });
    expect(new Set(asked)).toEqual(new Set(['head', 'refsUsed', 'receipts', 'effects']));
    expect(open).toEqual([]);
  });
});
