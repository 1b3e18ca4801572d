import GithubSlugger from 'github-slugger';

/** Returns the anchors that GitHub gives to a document's headings. */
export function listAnchors(markdown: string): Set<string> {
  const slugger = new GithubSlugger();
  const prose = markdown.replaceAll(/^```[^]*?^```/gm, '');
  const headings = [...prose.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => heading);
  return new Set(headings.map((heading) => slugger.slug(heading.replaceAll(/\]\([^)]*\)/g, ']'))));
}
