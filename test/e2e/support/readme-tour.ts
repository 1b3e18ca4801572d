/** A block of the tour: lines to paste into a shell, and what the README says that they show. */
export interface TourBlock {
  lines: string[];
  /** With `…` for whatever differs from run to run; null when the README shows nothing. */
  shown: string | null;
}

/** The blocks between a heading and the next one of its level, in their order. */
export function readTour(markdown: string, heading: string): TourBlock[] {
  const [, rest] = markdown.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`the README has no section "${heading}"`);
  const [section = ''] = rest.split('\n## ');
  const blocks: TourBlock[] = [];
  for (const [, language, text = ''] of section.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    if (language === 'bash') blocks.push({ lines: text.trimEnd().split('\n'), shown: null });
    const last = blocks.at(-1);
    if (language === 'text' && last !== undefined) last.shown = text.trimEnd();
  }
  return blocks;
}

/** What matches a text in which `…` stands for anything within a line. */
export function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** Every `METHOD /path` that a text names. */
export function routesIn(markdown: string): { method: string; path: string }[] {
  return [...markdown.matchAll(/`(GET|POST) (\/[^`]*)`/g)].map(([, method = '', path = '']) => ({ method, path }));
}
