import { RowWriter } from './row-writer.js';

interface Row {
  id: string;
}

describe('RowWriter', () => {
  const calls: string[] = [];
  let leftOut: string[];
  let failures: Readonly<Record<string, Error>>;

  const writer = new RowWriter<Row, Row>({
    together: (rows) => {
      calls.push(rows.map(({ id }) => id).join(' '));
      const failure = failures['together'];
      if (failure !== undefined) return Promise.reject(failure);
      return Promise.resolve(rows.filter(({ id }) => !leftOut.includes(id)).toReversed());
    },
    alone: ({ id }) => {
      calls.push(`alone ${id}`);
      const failure = failures[id];
      if (failure !== undefined) return Promise.reject(failure);
      return Promise.resolve(leftOut.includes(id) ? null : { id });
    },
  });
  const writeAll = (...ids: string[]): Promise<PromiseSettledResult<string | undefined>[]> =>
    Promise.allSettled(ids.map(async (id) => (await writer.write({ id }))?.id));
  const done = (value: string | undefined): object => ({ status: 'fulfilled', value });
  const refusal = (code: string): Error => Object.assign(new Error('refused'), { code });

  beforeEach(() => {
    calls.length = 0;
    leftOut = [];
    failures = {};
  });

  it('writes simultaneous rows by one statement', async () => {
    expect(await writeAll('a', 'b', 'c')).toEqual([done('a'), done('b'), done('c')]);
    expect(calls).toEqual(['a b c']);
  });

  it('writes a single row by a statement of its own', async () => {
    leftOut = ['b'];
    expect([await writeAll('a'), await writeAll('b')]).toEqual([[done('a')], [done(undefined)]]);
    expect(calls).toEqual(['alone a', 'alone b']);
  });

  it('writes by itself what the shared statement leaves out', async () => {
    leftOut = ['b'];
    expect(await writeAll('a', 'b')).toEqual([done('a'), done(undefined)]);
    expect(calls).toEqual(['a b', 'alone b']);
  });

  it('writes rows with one id by statements of their own, but for one', async () => {
    leftOut = ['c'];
    expect(await writeAll('a', 'b', 'a', 'c')).toEqual([done('a'), done('b'), done('a'), done(undefined)]);
    expect(calls).toEqual(['a b c', 'alone a', 'alone c']);
  });

  it('writes each row by itself when PostgreSQL refuses the shared statement', async () => {
    const b = refusal('23514');
    failures = { together: refusal('23514'), b };
    expect(await writeAll('a', 'b', 'c')).toEqual([done('a'), { status: 'rejected', reason: b }, done('c')]);
    expect(calls).toEqual(['a b c', 'alone a', 'alone b', 'alone c']);
  });

  it.each([refusal('57P01'), refusal('57014'), refusal('ECONNRESET'), new Error('Connection terminated')])(
    'repeats nothing after a lost connection or a timeout: %p',
    async (together) => {
      failures = { together };
      const rejected = { status: 'rejected', reason: together };
      expect(await writeAll('a', 'b')).toEqual([rejected, rejected]);
      expect(calls).toEqual(['a b']);
    },
  );
});
