import { normalizeArguments, removeNullArguments } from './normalize-arguments.js';
import { TOOLS } from './tools/index.js';

describe('normalizeArguments', () => {
  it.each(TOOLS.map(({ name, input }) => ({ name, input })))(
    'takes every argument of $name that is null or blank for none',
    ({ input }) => {
      for (const absent of [null, '', ' \n']) {
        const given = Object.fromEntries(Object.keys(input.properties ?? {}).map((name) => [name, absent]));
        expect(normalizeArguments(input, given)).toEqual({});
      }
    },
  );

  it('keeps other values, unknown names included', () => {
    const given = { agent_id: 'agent_alice_01', after: 0, amonut: '5', allowed_actions: [], x: false };
    expect(normalizeArguments({ properties: { after: { type: 'integer' } } }, given)).toEqual(given);
    for (const value of [undefined, 'text', 7, [null]]) expect(normalizeArguments({}, value)).toEqual(value);
  });

  it('reads whole numbers and words of a list, and leaves amounts as they are', () => {
    const properties = { limit: { type: 'integer' }, outcome: { type: 'string', enum: ['YES', 'NO'] }, amount: {} };
    const read = (given: object): unknown => normalizeArguments({ properties }, given);
    expect(read({ limit: '2', outcome: 'yEs', amount: '2' })).toEqual({ limit: 2, outcome: 'YES', amount: '2' });
    for (const limit of ['2.0', '-1', '1e3', '٣', '9'.repeat(16)]) expect(read({ limit })).toEqual({ limit });
    expect(read({ outcome: 'maybe', amount: 2 })).toEqual({ outcome: 'maybe', amount: 2 });
  });
});

describe('removeNullArguments', () => {
  it('removes arguments that are null, and nothing else', () => {
    const message = { method: 'tools/call', params: { name: 'find_markets', arguments: null } };
    removeNullArguments(message);
    expect(message.params).toEqual({ name: 'find_markets' });
    for (const other of [{ params: { arguments: {} } }, { params: null }, {}, null, 'x']) {
      const before = structuredClone(other);
      removeNullArguments(other);
      expect(other).toEqual(before);
    }
  });
});
