import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

export interface GeneratedFile {
  /** Path relative to the root. */
  readonly file: string;
  readonly text: string;
}

export function writeGenerated(files: readonly GeneratedFile[]): void {
  for (const { file, text } of files.filter(isStale)) {
    const place = path.join(PROJECT_ROOT, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

export function staleFiles(files: readonly GeneratedFile[]): string[] {
  return files.filter(isStale).map(({ file }) => file);
}

function isStale({ file, text }: GeneratedFile): boolean {
  const place = path.join(PROJECT_ROOT, file);
  return !existsSync(place) || readFileSync(place, 'utf8') !== text;
}
