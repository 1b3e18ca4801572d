import { stagePage } from './stage-page.js';

describe('a page of the site', () => {
  const stage = (text: string): string => stagePage('docs/a.md', text, (file) => file === 'docs/b.md');

  it('keeps links to pages, pictures, anchors and other sites', () => {
    const text = '[b](b.md#c) ![d](images/d.svg) [e](#e) [f](https://example.com/f)';
    expect(stage(text)).toBe(text);
  });

  it('links sources in the repository', () => {
    expect(stage('[x](../libs/x.ts#L1)')).toBe(
      '[x](https://github.com/presage-markets/presage/blob/main/libs/x.ts#L1)',
    );
  });

  it('has no badges, and pictures that the bundler finds', () => {
    expect(stage('[![CI](a)](b)\n<img src="images/d.png" srcset="images/e.png">')).toBe(
      '<img src="./images/d.png" srcset="./images/e.png">',
    );
  });
});
