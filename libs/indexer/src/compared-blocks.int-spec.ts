import { BLOCK_BEFORE_COMPARED_SQL } from '../../engine/src/persistence/reopen-executions.js';
import { eventually } from '../../../test/support/eventually.js';
import { connectDatabase, openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import { addCheckpoint } from './persistence/checkpoints.js';
import { acquireIndex, type IndexLease, lockIndex } from './persistence/index-lease.js';

const LEASE_MS = 3_600_000;

describe('the blocks that are compared with executions', () => {
  let open: OpenDatabase;
  let lease: IndexLease;
  let block = 100;

  beforeAll(async () => {
    open = await openDatabase();
    const acquired = await acquireIndex(open.database, LEASE_MS);
    if (acquired === null) throw new Error('the index is held');
    lease = acquired;
  });
  afterAll(() => open?.close());

  /** Indexes the next block. @returns the lowest compared block */
  function indexNext(): Promise<number> {
    block += 1;
    return open.database.transaction(async (tx) => {
      await lockIndex(tx, lease, LEASE_MS);
      const { before } = await tx.queryOneOrFail<{ before: number }>(
        `SELECT ${BLOCK_BEFORE_COMPARED_SQL}::float8 AS before`,
      );
      await addCheckpoint(tx, { blockNumber: block, blockHash: '0x' });
      return before + 1;
    });
  }

  /** Other databases of the server have open transactions, too. */
  const indexUntilRecent = (): Promise<number> => eventually(indexNext, (lowest) => lowest >= block - 22);

  it('are all that were read since the oldest open transaction began, until one comparison after its end', async () => {
    await indexUntilRecent();
    const { database, close } = await connectDatabase(open.url, 1);
    const begun = block;
    await database.transaction(async (tx) => {
      await tx.query('SELECT pg_current_xact_id()');
      for (let count = 0; count < 60; count += 1) await indexNext();
      expect(await indexNext()).toBeLessThanOrEqual(begun - 19);
    });
    await close();
    expect(await indexNext()).toBeLessThanOrEqual(begun - 19);
    expect(await indexUntilRecent()).toBeGreaterThan(begun);
  });

  it('are no more than 2,000, and 20 below', async () => {
    await open.database.query(`UPDATE chain_blocks SET own_xid = '9223372036854775807'`);
    block += 5_000;
    await indexNext();
    expect(await indexNext()).toBe(block - 1 - 2_000 - 19);
  });
});
