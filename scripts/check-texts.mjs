// What no other check sees in the text files of the repository: unfinished work, silenced checks, tests that are left
// out, places of one machine, lines that an editor would change, and documents that point at what is not there.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf } from './headings.mjs';

const root = path.resolve(import.meta.dirname, '..');
const EXEMPT = ['scripts/check-texts.mjs', 'package-lock.json'];
const IGNORED = new Set(readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n').map(folderName));
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

function folderName(line) {
  return line.replace(/\/$/, '');
}

function leads(file, target) {
  const [to, anchor] = target.split('#');
  const place = to === '' ? path.join(root, file) : path.join(root, path.dirname(file), to);
  return existsSync(place) && (anchor === undefined || anchorsOf(readFileSync(place, 'utf8')).has(anchor));
}

/** What is, or would be, committed; where no git says so, all that is not ignored by its name. */
function files() {
  const deleted = new Set(listed('--deleted'));
  const present = listed('--cached', '--others', '--exclude-standard') ?? walked(root);
  return [...new Set(present)].filter((file) => !deleted.has(file) && !BINARY.test(file) && !EXEMPT.includes(file));
}

/** Also where the checkout belongs to another user than the one who checks it, which git takes for a danger. */
function listed(...which) {
  const words = ['-c', 'safe.directory=*', 'ls-files', '-z', ...which];
  const { stdout, status } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter((file) => file !== '') : null;
}

function walked(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && !IGNORED.has(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? walked(place) : [path.relative(root, place)];
    });
}
