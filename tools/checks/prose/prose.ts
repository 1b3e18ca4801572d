import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { BANNED_NAME_WORDS, BANNED_WORDS, IDIOMS } from './idioms.js';
import type { Passage } from './passage.js';
import { dashboardPassages, hashPassages, markdownPassages, yamlPassages } from './text-passages.js';
import { comments, namePassage, typescriptPassages } from './typescript-passages.js';
import { passageOf } from './passage.js';

export interface Hit {
  readonly file: string;
  readonly line: number;
  readonly kind: Passage['kind'];
  readonly reason: string;
  readonly text: string;
}

/** Generated files, data of other makers, and the lists of the patterns themselves. */
const EXEMPT = /(?:^|\/)generated\/|^LICENSE$|package-lock\.json$|^tools\/checks\/prose\/(?:idioms|prose\.spec)\.ts$/;
const HASH_COMMENTS = /(?:^|\/)(?:Dockerfile|run|\.gitignore|\.dockerignore|\.prettierignore|[\w.]+\.env)$/;

/** Reads all passages of one file; an unknown kind of file has none but its name. */
export function passagesOf(root: string, file: string): Passage[] {
  if (EXEMPT.test(file)) return [];
  const read = (): string => readFileSync(path.join(root, file), 'utf8');
  return [namePassage(file, 1, file), ...textPassages(file, read)];
}

function textPassages(file: string, read: () => string): Passage[] {
  if (/\.(?:[mc]?[jt]s|[jt]sx)$/.test(file)) return typescriptPassages(file, read());
  if (/\.(?:sol|jsonc)$/.test(file)) return solidityPassages(file, read());
  if (file.endsWith('.md')) return markdownPassages(file, read());
  if (/\.ya?ml$/.test(file)) return yamlPassages(file, read());
  if (file.endsWith('.env.example')) return hashPassages(file, read(), 'public string');
  if (HASH_COMMENTS.test(file)) return hashPassages(file, read(), 'comment');
  return /dashboard.*\.json$/.test(file) ? dashboardPassages(file, read()) : [];
}

/** Solidity shares its comments and string literals with TypeScript. */
function solidityPassages(file: string, text: string): Passage[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  return comments(source, []).flatMap((lines) => passageOf(file, 'comment', lines));
}

/** Finds each line of a passage that has an idiom or a banned word; a line counts once. */
export function hitsIn(passage: Passage): Hit[] {
  const { file, kind, lines } = passage;
  const starts: number[] = [];
  let text = '';
  for (const line of lines) {
    starts.push(text.length);
    text += `${line.text} `;
  }
  const found = new Map<number, Hit>();
  for (const { name, at } of kind === 'name' ? nameMatches(text) : proseMatches(text)) {
    const index = starts.findLastIndex((start) => start <= at);
    const line = lines[index];
    if (line !== undefined && !found.has(index)) {
      found.set(index, { file, kind, line: line.number, reason: name, text: line.text.trim() });
    }
  }
  return [...found.values()];
}

function proseMatches(text: string): { name: string; at: number }[] {
  return [...IDIOMS, ...BANNED_WORDS].flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ name, at: index })),
  );
}

function nameMatches(text: string): { name: string; at: number }[] {
  return text
    .split(' ')
    .filter((word) => BANNED_NAME_WORDS.has(word))
    .map((word) => ({ name: `banned word "${word}"`, at: 0 }));
}
