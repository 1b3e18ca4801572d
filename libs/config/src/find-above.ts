import path from 'node:path';

/** Searches this folder and those above it: sources and build output lie at different depths below the project. */
export function findAbove(start: string, find: (folder: string) => string | null): string | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = find(folder);
    if (found !== null || folder === path.dirname(folder)) return found;
  }
}
