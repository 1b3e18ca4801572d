// What no other check sees in the text files of the repository: unfinished work, silenced checks, tests that are left
// out, places of one machine, lines that an editor would change, and documents that point at what is not there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf } from './headings.mjs';

const root = path.resolve(import.meta.dirname, '..');
const THIS = 'scripts/check-texts.mjs';
const BINARY = /\.(png|jpe?g|gif|ico|woff2?|pdf)$/;
/** @type {[meaning: string, pattern: RegExp][]} */
const RULES = [
  ['unfinished work', /\b(TODO|FIXME|XXX)\b/],
  ['a silenced check', /eslint-disable|@ts-(ignore|nocheck)|prettier-ignore/],
  ['a test that is left out', /\b(it|describe|test)\.(only|skip|todo)\b|\b(xit|xdescribe|fit|fdescribe)\(/],
  ['a place on one machine', /(^|[\s'"`(=])\/(work|root|home|Users)\/\w|registry\.\w+\.\w+/],
  ['the rest of a merge', /^(<{7}|>{7})( |$)/],
  ['space at the end of the line', /[ \t\r]$/],
];

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const problems = files().flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text
    .split('\n')
    .flatMap((line, index) =>
      RULES.filter(([, pattern]) => pattern.test(line)).map(([meaning]) => `${file}:${index + 1}: ${meaning}`),
    );
  const end = text === '' || text.endsWith('\n') ? [] : [`${file}: no newline at the end`];
  return [...found, ...end, ...(file.endsWith('.md') ? pointers(file, text) : [])];
});
for (const problem of problems) console.error(`[texts] ${problem}`);
if (problems.length > 0) process.exit(1);

/** Links to files and headings, and `npm run` commands, that lead nowhere. */
function pointers(file, text) {
  const links = [...text.matchAll(/\]\((?!\w+:)([^)\s]+)/g)].map(([, target]) => target);
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
  return [
    ...links
      .filter((target) => !leads(file, target))
      .map((target) => `${file}: a link to ${target}, which is not there`),
    ...commands.filter((name) => !Object.hasOwn(scripts, name)).map((name) => `${file}: npm run ${name} is no script`),
  ];
}

function leads(file, target) {
  const [to, anchor] = target.split('#');
  const place = to === '' ? path.join(root, file) : path.join(root, path.dirname(file), to);
  return existsSync(place) && (anchor === undefined || anchorsOf(readFileSync(place, 'utf8')).has(anchor));
}

/** What is, or would be, committed. */
function files() {
  const { stdout, status } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('git could not list the files');
  const present = new Set(stdout.split('\0').filter((file) => file !== '' && !BINARY.test(file)));
  for (const file of deleted()) present.delete(file);
  return [...present].filter((file) => file !== THIS && file !== 'package-lock.json');
}

function deleted() {
  return spawnSync('git', ['ls-files', '--deleted', '-z'], { cwd: root, encoding: 'utf8' }).stdout.split('\0');
}
