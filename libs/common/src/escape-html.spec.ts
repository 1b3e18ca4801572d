import { escapeHtml } from './escape-html.js';

describe('escapeHtml', () => {
  it('escapes what ends texts and quoted attributes', () => {
    expect(escapeHtml(`<a title="x" rel='y'>&amp;</a>`)).toBe(
      '&lt;a title=&quot;x&quot; rel=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    );
  });

  it('leaves other characters as they are', () => {
    expect(escapeHtml('1 + 1 = 2, `code`, ü 💧')).toBe('1 + 1 = 2, `code`, ü 💧');
  });
});
