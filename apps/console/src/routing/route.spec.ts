import { linkTo, parseRoute, withQueryValue } from './route.js';

describe('withQueryValue', () => {
  it.each([
    ['', 'q', 'rain', '#/markets?q=rain'],
    ['#/markets?q=rain', 'status', 'OPEN', '#/markets?q=rain&status=OPEN'],
    ['#/markets?q=rain&status=OPEN', 'q', '', '#/markets?status=OPEN'],
    ['#/operator?status=failed', 'status', '', '#/operator'],
    ['#/markets?q=rain', 'q', 'a&b=c#d?', '#/markets?q=a%26b%3Dc%23d%3F'],
  ])('changes %s', (hash, name, value, changed) => {
    expect(withQueryValue(hash, name, value)).toBe(changed);
  });
});

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
