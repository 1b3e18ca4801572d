import { RowLoader } from './row-loader.js';

interface Row {
  id: string;
  value: number;
}

describe('RowLoader', () => {
  const queries: string[][] = [];
  let rows: Row[];
  let failure: Error | null;
  const loader = new RowLoader<Row>(
    (keys) => {
      queries.push([...keys]);
      if (failure !== null) return Promise.reject(failure);
      return Promise.resolve(rows.filter(({ id }) => keys.includes(id)).toReversed());
    },
    ({ id }) => id,
  );

  beforeEach(() => {
    queries.length = 0;
    failure = null;
    rows = Array.from({ length: 250 }, (_, value) => ({ id: `row ${value}`, value }));
  });

  it('reads simultaneous loads by one statement', async () => {
    const found = await Promise.all(['row 1', 'row 3', 'none', 'row 1'].map((id) => loader.load(id)));
    expect(found.map((row) => row?.value ?? null)).toEqual([1, 3, null, 1]);
    expect(queries).toEqual([['row 1', 'row 3', 'none', 'row 1']]);
  });

  it('caches nothing', async () => {
    await expect(loader.load('row 1')).resolves.toEqual({ id: 'row 1', value: 1 });
    rows = [{ id: 'row 1', value: 2 }];
    await expect(loader.load('row 1')).resolves.toEqual({ id: 'row 1', value: 2 });
    expect(queries).toHaveLength(2);
  });

  describe('during a running query', () => {
    const held: ((rows: Row[]) => void)[] = [];
    const slow = new RowLoader<Row>(
      (keys) => {
        queries.push([...keys]);
        return new Promise((resolve) => held.push(resolve));
      },
      ({ id }) => id,
    );
    const queryCount = async (count: number): Promise<void> => {
      while (queries.length < count) await new Promise(setImmediate);
    };

    it('batches new loads until the query ends', async () => {
      const first = slow.load('row 1');
      await queryCount(1);
      const others = [slow.load('row 2')];
      await new Promise(setImmediate);
      others.push(slow.load('row 3'));
      held.pop()?.([{ id: 'row 1', value: 1 }]);
      expect(await first).toEqual({ id: 'row 1', value: 1 });
      await queryCount(2);
      expect(queries).toEqual([['row 1'], ['row 2', 'row 3']]);
      held.pop()?.([{ id: 'row 3', value: 3 }]);
      expect(await Promise.all(others)).toEqual([null, { id: 'row 3', value: 3 }]);
    });

    it('does not wait for a stuck query', async () => {
      const stuck = slow.load('row 1');
      await queryCount(1);
      const other = slow.load('row 2');
      await queryCount(2);
      held.pop()?.([{ id: 'row 2', value: 2 }]);
      expect(await other).toEqual({ id: 'row 2', value: 2 });
      held.pop()?.([]);
      expect(await stuck).toBeNull();
    });
  });

  it('reads at most 100 rows by one statement', async () => {
    const found = await Promise.all(rows.map(({ id }) => loader.load(id)));
    expect(found).toEqual(rows);
    expect(queries.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('rejects every load of a failed batch, and no later load', async () => {
    failure = new Error('away');
    const results = await Promise.allSettled([loader.load('row 1'), loader.load('row 2')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    failure = null;
    await expect(loader.load('row 1')).resolves.toEqual({ id: 'row 1', value: 1 });
  });
});
