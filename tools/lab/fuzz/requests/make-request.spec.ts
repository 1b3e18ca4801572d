import { LivePool } from './live-pool.js';
import { makeRequest } from './make-request.js';
import { listOperations } from './operations.js';

const DOCUMENT = {
  paths: {
    '/markets/{id}': {
      get: {
        parameters: [{ $ref: '#/components/parameters/Limit' }, { in: 'query', name: 'amount', required: true }],
        responses: { 200: { content: { 'text/html': {} } } },
      },
    },
    '/agent/intents': {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Intent' } } } } },
    },
    '/agent/intents/{intent_id}/execute': { post: { responses: {} } },
  },
  components: {
    parameters: { Limit: { in: 'query', name: 'limit' } },
    schemas: {
      Intent: {
        oneOf: [
          { allOf: [{ properties: { action: {}, amount: {} }, required: ['action'] }] },
          { properties: { action: {}, outcome: {} } },
        ],
      },
    },
  },
};

const operations = listOperations(DOCUMENT);
const buildBytes = (index: number, seed: number): string =>
  makeRequest(index, { seed, operations, pool: new LivePool() }).bytes.toString('latin1');

describe('listOperations', () => {
  it('resolves references and schema variants of parameters and bodies', () => {
    expect(operations).toEqual([
      {
        method: 'GET',
        path: '/markets/{id}',
        query: ['limit', 'amount'],
        requiredQuery: ['amount'],
        types: ['text/html'],
        body: null,
      },
      {
        method: 'POST',
        path: '/agent/intents',
        query: [],
        requiredQuery: [],
        types: [],
        body: { fields: ['action', 'amount', 'outcome'], required: ['action'] },
      },
      {
        method: 'POST',
        path: '/agent/intents/{intent_id}/execute',
        query: [],
        requiredQuery: [],
        types: [],
        body: null,
      },
    ]);
  });

  it('refuses a document without operations', () => {
    expect(() => listOperations({ paths: {} })).toThrow('no operation');
  });
});

describe('makeRequest', () => {
  it('depends only on seed and index', () => {
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    expect(numbers.map((index) => buildBytes(index, 7))).toEqual(numbers.map((index) => buildBytes(index, 7)));
    expect(new Set(numbers.map((index) => buildBytes(index, 7))).size).toBeGreaterThan(200);
    expect(buildBytes(1, 7)).not.toBe(buildBytes(1, 8));
  });

  it('frames every body as declared', () => {
    for (let index = 0; index < 2_000; index += 1) {
      const { bytes, isFramed } = makeRequest(index, { seed: 1, operations, pool: new LivePool() });
      if (!isFramed) continue;
      const [head = '', ...rest] = bytes.toString('latin1').split('\r\n\r\n');
      const body = rest.join('\r\n\r\n');
      const length = /^Content-Length: (\d+)$/m.exec(head)?.[1];
      if (/^Transfer-Encoding: chunked$/m.test(head)) expect(body.endsWith('0\r\n\r\n')).toBe(true);
      else expect(body.length).toBe(Number(length ?? 0));
    }
  });

  it('covers every kind and every operation', () => {
    const made = Array.from({ length: 2_000 }, (_, index) =>
      makeRequest(index, { seed: 3, operations, pool: new LivePool() }),
    );
    expect(new Set(made.map(({ kind }) => kind)).size).toBe(10);
    expect(new Set(made.map(({ route }) => route))).toEqual(
      new Set(['(raw bytes)', '(unknown path)', ...operations.map(({ method, path }) => `${method} ${path}`)]),
    );
  });
});
