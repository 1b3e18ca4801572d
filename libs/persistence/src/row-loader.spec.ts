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
