import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';

/** A line of prose, without list markers, or a command of a fenced block of shell. */
export interface RunbookEntry {
  readonly kind: 'prose' | 'command';
  readonly text: string;
  /** The heading, or the bold word that opens a part, such as `Mitigation`. */
  readonly part: string;
}

/** Reads a page of `docs/runbooks`, in the order in which an operator does. */
export function readRunbook(name: string): RunbookEntry[] {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/runbooks', `${name}.md`), 'utf8');
  const entries: RunbookEntry[] = [];
  let part = '';
  let language: string | null = null;
  for (const line of page.split('\n').map((one) => one.trim())) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence !== null) {
      language = language === null ? (fence[1] ?? '') : null;
    } else if (language === null && line !== '') {
      part = /^#+ (.+)$/.exec(line)?.[1] ?? /^\*\*([^*]+?)\.?\*\*/.exec(line)?.[1] ?? part;
      entries.push({ kind: 'prose', text: line.replace(/^(?:\d+\.|-) /, ''), part });
    } else if (language === 'sh') {
      const text = line.replace(/(?:^|\s+)# .*$/, '');
      if (text !== '') entries.push({ kind: 'command', text, part });
    }
  }
  return entries;
}
