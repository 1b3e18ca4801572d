import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listRepoFiles } from '../support/repo-files.js';
import type { CheckResult } from './check-result.js';

const MAX_SINGLE_FILE_FOLDERS = 5;
const PRODUCT = /^(?:apps|dev|libs|packages)\//;
const ROLES = ['controller', 'dto', 'entity', 'handler', 'module', 'presenter', 'repository', 'service'];
const FILE_SUFFIXES = [...ROLES, 'decorator', 'filter', 'guard', 'interceptor', 'pipe', 'settings'];
const FILE_NAME = new RegExp(String.raw`^[a-z\d]+(?:-[a-z\d]+)*(?:\.(?:${FILE_SUFFIXES.join('|')}))?\.ts$`);
const TEST_NAME = /\.(?:spec|int-spec|e2e-spec)\.ts$/;
const ROLE_CLASS = new RegExp(`^export class (\\w+(${ROLES.map(capitalize).join('|')}))\\b`, 'gm');

/** Checks file names, the suffix of files that export a class with a role, and the number of single-file folders. */
export function checkLayout(root: string): CheckResult {
  const files = listRepoFiles(root);
  const sources = files.filter(
    (file) => /^(?:apps|dev|libs|packages|tools)\/.*\.ts$/.test(file) && !/spec\.ts$|\/generated\//.test(file),
  );
  const singles = singleFileFolders(sources);
  const problems = sources.flatMap((file) => [
    ...(FILE_NAME.test(path.basename(file)) ? [] : [`${file}: not kebab-case with a known role suffix`]),
    ...(PRODUCT.test(file) ? misplacedClasses(file, readFileSync(path.join(root, file), 'utf8')) : []),
  ]);
  const misnamed = files.filter((file) => /[-.]spec\.tsx?$/.test(file) && !TEST_NAME.test(file));
  problems.push(...misnamed.map((file) => `${file}: a test is .spec, .int-spec or .e2e-spec`));
  if (singles.length > MAX_SINGLE_FILE_FOLDERS) {
    problems.push(`${singles.length} folders hold one file, maximum ${MAX_SINGLE_FILE_FOLDERS}: ${singles.join(', ')}`);
  }
  return { problems, summary: `${sources.length} files, ${singles.length} single-file folders` };
}

/** Folders with exactly one of the files and no subfolder with any. */
export function singleFileFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  const folders = [...counts.keys()];
  return folders.filter(
    (folder) => counts.get(folder) === 1 && !folders.some((other) => other.startsWith(`${folder}/`)),
  );
}

/** Exported classes such as MarketsService that stand in a file without the suffix `.service`. */
export function misplacedClasses(file: string, text: string): string[] {
  return [...text.matchAll(ROLE_CLASS)]
    .filter(([, , role = '']) => !file.endsWith(`.${role.toLowerCase()}.ts`))
    .map(([, name, role = '']) => `${file}: ${name} belongs in a file with the suffix .${role.toLowerCase()}.ts`);
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
