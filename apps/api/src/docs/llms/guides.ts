import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The documents that an agent can use, in reading order. */
const GUIDES = ['concepts.md', 'agents.md', 'errors.md'];

/** The guides' text, for programs that read; null when this process was installed without them. */
export function readGuides(): string | null {
  const folder = folderAbove(import.meta.dirname);
  return folder === null ? null : GUIDES.map((file) => plain(readFileSync(path.join(folder, file), 'utf8'))).join('\n');
}

/** Sources and what is built of them lie at different depths below the project. */
function folderAbove(start: string): string | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const docs = path.join(folder, 'docs');
    if (GUIDES.every((file) => existsSync(path.join(docs, file)))) return docs;
    if (folder === path.dirname(folder)) return null;
  }
}

/** Links to other files lead nowhere from here, and comments are for those who edit. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->\n*/gs, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
    .trimStart();
}
