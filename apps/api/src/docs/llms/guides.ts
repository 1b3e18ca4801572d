import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Guides for agents, in reading order. */
const GUIDES = ['concepts.md', 'agents.md', 'errors.md'];

/** Text of the guides. Null in an installation without the `docs` folder. */
export function readGuides(): string | null {
  const folder = folderAbove(import.meta.dirname);
  return folder === null ? null : GUIDES.map((file) => plain(readFileSync(path.join(folder, file), 'utf8'))).join('\n');
}

/** Searches upwards: sources and build output lie at different depths below the project. */
function folderAbove(start: string): string | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const docs = path.join(folder, 'docs');
    if (GUIDES.every((file) => existsSync(path.join(docs, file)))) return docs;
    if (folder === path.dirname(folder)) return null;
  }
}

/** Removes links to other files, which have no address here, and comments. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->\n*/gs, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
    .trimStart();
}
