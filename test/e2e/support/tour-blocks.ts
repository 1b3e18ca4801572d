/** A code block of the tour: lines to paste into a shell and the output that the page shows. */
export interface TourBlock {
  lines: string[];
  /** `…` stands for text that differs between runs; null if the page shows no output. */
  shown: string | null;
}

/** Returns the blocks of the section with this heading, in order. */
export function readTour(markdown: string, heading: string): TourBlock[] {
  const [, rest] = markdown.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`the tour has no section "${heading}"`);
  const [section = ''] = rest.split('\n## ');
  const blocks: TourBlock[] = [];
  for (const [, language, text = ''] of section.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    if (language === 'bash') blocks.push({ lines: text.trimEnd().split('\n'), shown: null });
    const last = blocks.at(-1);
    if (language === 'text' && last !== undefined) last.shown = text.trimEnd();
  }
  return blocks;
}

/** Returns a pattern of this text in which `…` matches any text within a line. */
export function toPattern(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** Returns every `METHOD /path` in a text, without query and body. */
export function routesIn(markdown: string): { method: string; path: string }[] {
  return [...markdown.matchAll(/`(GET|POST) (\/[^`\s?…]*)(?=[`\s?])/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }));
}
