import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listAnchors } from '../support/markdown-anchors.js';
import { listRepoFiles } from '../support/repo-files.js';
import type { CheckResult } from './check-result.js';

const EXEMPT = /^tools\/checks\/texts\.ts$|(?:^|\/)package-lock\.json$|\.(?:png|jpe?g|gif|ico|woff2?|pdf)$/;
const RULES: readonly (readonly [meaning: string, pattern: RegExp])[] = [
  ['unfinished work', /\b(TODO|FIXME|XXX)\b/],
  ['a silenced check', /eslint-disable|@ts-(ignore|nocheck)|prettier-ignore/],
  ['a skipped or focused test', /\b(it|describe|test)\.(only|skip|todo)\b|\b(xit|xdescribe|fit|fdescribe)\(/],
  ['a path or host of one machine', /(^|[\s'"`(=])\/(work|root|home|Users)\/\w|registry\.\w+\.\w+/],
  ['a merge marker', /^(<{7}|>{7})( |$)/],
  ['a trailing space', /[ \t\r]$/],
];

/** Checks every text file for leftovers, and documents for links and `npm run` commands that do not exist. */
export function checkTexts(root: string): CheckResult {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const files = listRepoFiles(root).filter((file) => !EXEMPT.test(file));
  const problems = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const isDocument = file.endsWith('.md');
    return [
      ...lineProblems(file, text),
      ...(text === '' || text.endsWith('\n') ? [] : [`${file}: no newline at the end`]),
      ...(isDocument ? brokenLinks(root, file, text) : []),
      ...(isDocument ? unknownCommands(file, text, new Set(Object.keys(scripts))) : []),
    ];
  });
  return { problems, summary: `${files.length} files` };
}

function lineProblems(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      RULES.filter(([, pattern]) => pattern.test(line)).map(([meaning]) => `${file}:${index + 1}: ${meaning}`),
    );
}

function brokenLinks(root: string, file: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!\w+:)([^)\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !isReachable(root, file, target))
    .map((target) => `${file}: broken link to ${target}`);
}

function isReachable(root: string, file: string, target: string): boolean {
  const [page = '', anchor] = target.split('#');
  const place = page === '' ? path.join(root, file) : path.join(root, path.dirname(file), page);
  return existsSync(place) && (anchor === undefined || listAnchors(readFileSync(place, 'utf8')).has(anchor));
}

function unknownCommands(file: string, text: string, scripts: ReadonlySet<string>): string[] {
  return [...text.matchAll(/npm run ([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.has(name))
    .map((name) => `${file}: npm run ${name} is not a script of package.json`);
}
