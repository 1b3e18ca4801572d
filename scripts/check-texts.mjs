// Leftovers that no other check sees, in every text file of the repository: unfinished work, silenced checks, tests
// that are left out, places of one machine, and lines that an editor would change.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const THIS = 'scripts/check-texts.mjs';
const BINARY = /\.(png|jpe?g|gif|ico|woff2?|pdf)$/;
const RULES = [
  ['unfinished work', /\b(TODO|FIXME|XXX)\b/],
  ['a silenced check', /eslint-disable|@ts-(ignore|nocheck)|prettier-ignore/],
  ['a test that is left out', /\b(it|describe|test)\.(only|skip|todo)\b|\b(xit|xdescribe|fit|fdescribe)\(/],
  ['a place on one machine', /(^|[\s'"`(=])\/(work|root|home|Users)\/\w|registry\.\w+\.\w+/],
  ['the rest of a merge', /^(<{7}|>{7})( |$)/],
  ['space at the end of the line', /[ \t\r]$/],
];

const problems = files().flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text
    .split('\n')
    .flatMap((line, index) =>
      RULES.filter(([, pattern]) => pattern.test(line)).map(([meaning]) => `${file}:${index + 1}: ${meaning}`),
    );
  return text === '' || text.endsWith('\n') ? found : [...found, `${file}: no newline at the end`];
});
for (const problem of problems) console.error(`[texts] ${problem}`);
if (problems.length > 0) process.exit(1);

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
