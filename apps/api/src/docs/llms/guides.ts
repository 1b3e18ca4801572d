import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAbove } from '@app/config';

/** Guides for agents, in reading order. */
const GUIDES = ['concepts.md', 'agents.md', 'errors.md'];

/** Text of the skill for agents. Null in an installation without the `skills` folder. */
export function readSkill(): string | null {
  return findAbove(import.meta.dirname, (folder) => {
    const file = path.join(folder, 'skills/presage/SKILL.md');
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  });
}

/** Text of the guides. Null in an installation without the `docs` folder. */
export function readGuides(): string | null {
  const folder = findAbove(import.meta.dirname, docsBelow);
  return folder === null ? null : GUIDES.map((file) => plain(readFileSync(path.join(folder, file), 'utf8'))).join('\n');
}

function docsBelow(folder: string): string | null {
  const docs = path.join(folder, 'docs');
  return GUIDES.every((file) => existsSync(path.join(docs, file))) ? docs : null;
}

/** Removes links to other files, which have no address here, and comments. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->\n*/gs, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
    .trimStart();
}
