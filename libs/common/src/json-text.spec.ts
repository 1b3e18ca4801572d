import { toJsonText } from './json-text.js';

describe('toJsonText', () => {
  it('is one line for every reader, and the same value', () => {
    const value = { text: 'a\u2028b\u2029c\u0085d\u007fe\n\u001b\u009bé漢😀' };
    const text = toJsonText(value);
    expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toContain('\\u2028b\\u2029c\\u0085d\\u007fe');
  });
});
