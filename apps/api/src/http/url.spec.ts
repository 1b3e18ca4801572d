import { escapeMalformedPercent, parsePath } from './url.js';

describe('escapeMalformedPercent', () => {
  it.each(['/markets', '/markets/%41?q=%zz', '/a%2Fb#%', '/%F0%9F%98%80'])('keeps %s', (url) => {
    expect(escapeMalformedPercent(url)).toBe(url);
  });

  it.each([
    ['/markets/%zz', '/markets/%25zz'],
    ['/markets/%', '/markets/%25'],
    ['/%ff/%41?q=%ff', '/%25ff/%2541?q=%ff'],
  ])('escapes %s as %s', (url, expected) => {
    expect(escapeMalformedPercent(url)).toBe(expected);
  });
});

describe('parsePath', () => {
  it.each([
    ['/markets?limit=1', '/markets'],
    ['/m%61rkets', '/markets'],
    ['/a%2Fb', '/a%2Fb'],
    ['/%zz#x', '/%zz'],
  ])('reads %s as %s', (url, expected) => {
    expect(parsePath(url)).toBe(expected);
  });
});
