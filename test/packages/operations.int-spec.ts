import { type OperationName, OPERATIONS, Presage } from '@presage/sdk';
import { describeApi } from '../../tools/build/describe-api.js';

interface Request {
  readonly method: string;
  readonly path: string;
}

describe('the operations of the SDK', () => {
  it('are those of the OpenAPI document, and each sends the request that the document describes', async () => {
    const sent: Request[] = [];
    const answer: typeof fetch = (url, init) => {
      sent.push({ method: init?.method ?? '', path: new URL(url).pathname });
      return Promise.resolve(Response.json({}));
    };
    const presage = new Presage({ baseUrl: 'http://service', fetch: answer });
    const described = await operations();
    expect(described.length).toBeGreaterThan(40);
    expect(described.map(({ name }) => name).sort()).toEqual(Object.keys(OPERATIONS).sort());
    for (const { name, path } of described) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
      const values = Object.fromEntries(names.map((parameter) => [parameter, `a ${parameter}`]));
      const body = 'hasBody' in OPERATIONS[name] ? { body: {} } : {};
      await presage.request(name as 'getHealth', { path: values, ...body } as never);
    }
    expect(sent).toEqual(
      described.map(({ method, path }) => ({ method, path: path.replaceAll(/\{(\w+)\}/g, 'a%20$1') })),
    );
  });

  it('iterate over the items of every paged operation', async () => {
    const { paths } = await describeApi();
    const paged = Object.values(paths).flatMap(({ get }) => {
      const parameters = (get?.parameters ?? []) as { name: string; in: string }[];
      if (!parameters.some(({ name }) => name === 'cursor')) return [];
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      return [
        {
          name: get?.operationId,
          path: { user_id: 'one', ...Object.fromEntries(inPath.map((parameter) => [parameter.name, 'one'])) },
        },
      ];
    });
    expect(paged.length).toBeGreaterThan(8);
    for (const { name, path } of paged) {
      const cursors: (string | null)[] = [];
      const pages: typeof fetch = (url) => {
        const cursor = new URL(url).searchParams.get('cursor');
        cursors.push(cursor);
        const page = { items: [cursor ?? 'first'], next_cursor: cursor === null ? 'second' : null };
        return Promise.resolve(Response.json(cursor === null ? page : { page }));
      };
      const items: unknown[] = [];
      const presage = new Presage({ baseUrl: 'http://service', fetch: pages });
      for await (const item of presage.list(name as 'listPositionsOfUser', { path })) items.push(item);
      expect({ name, items, cursors }).toEqual({ name, items: ['first', 'second'], cursors: [null, 'second'] });
    }
  });
});

async function operations(): Promise<(Request & { name: OperationName })[]> {
  const { paths } = await describeApi();
  return Object.entries(paths).flatMap(([path, { get, post, delete: remove }]) =>
    Object.entries({ GET: get, POST: post, DELETE: remove }).flatMap(([method, operation]) =>
      operation === undefined ? [] : [{ name: operation.operationId as OperationName, method, path }],
    ),
  );
}
