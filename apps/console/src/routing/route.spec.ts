import { linkTo, parseRoute } from './route.js';

describe('parseRoute', () => {
  it.each([
    ['', 'markets', null],
    ['#', 'markets', null],
    ['#/agents', 'agents', null],
    ['#/agents/', 'agents', null],
    ['#/agents/agent_one', 'agents', 'agent_one'],
    ['#/markets/a%2Fb', 'markets', 'a/b'],
    ['#/markets/%E0%A4%A', 'markets', '%E0%A4%A'],
    ['#/intents/1?from=2', 'intents', '1'],
  ])('reads %s', (hash, page, id) => {
    expect(parseRoute(hash)).toEqual({ page, id });
  });

  it('reads what linkTo writes', () => {
    for (const id of ['a', 'a/b', 'a b?c#d%']) {
      expect(parseRoute(linkTo('markets', id))).toEqual({ page: 'markets', id });
    }
  });
});
