import { spawnSync } from 'node:child_process';
import type { CheckResult } from './check-result.js';

const MAX_SUBJECT_LENGTH = 72;
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(String.raw`^(?:${TYPES.join('|')})(?:\([\w.,/-]+\))?!?: (\S.*)$`);
const MAINLINES = ['upstream/main', 'origin/main'];
/** Commits before this date have subjects of an earlier convention. */
const FIRST_DATE = '2026-11-22T03:00:00Z';
const MAX_COMMITS = 50;

/** Verbs that end like another form, and words that open a subject without being a verb in the imperative. */
const IMPERATIVE_EXCEPTIONS = new Set([
  ...['alias', 'bias', 'bring', 'embed', 'exceed', 'feed', 'focus', 'need', 'ping', 'proceed', 'seed', 'shed', 'speed'],
]);
const NO_VERBS = new Set([
  ...['a', 'an', 'the', 'all', 'any', 'both', 'each', 'every', 'one', 'no', 'some', 'more', 'most'],
  ...['what', 'who', 'whoever', 'which', 'where', 'when', 'how', 'why', 'that', 'this', 'those', 'these', 'it', 'its'],
  ...[
    'he',
    'she',
    'they',
    'we',
    'you',
    'is',
    'are',
    'was',
    'were',
    'has',
    'had',
    'does',
    'did',
    'now',
    'only',
    'nobody',
  ],
  ...['at', 'by', 'for', 'from', 'in', 'of', 'on', 'to', 'with', 'without', 'after', 'before', 'if', 'as', 'and', 'or'],
]);

/**
 * Checks the subjects of the commits since `base`, by default since the main branch of the remote.
 * On the main branch itself it checks the last 50.
 */
export function checkCommits(root: string, base?: string): CheckResult {
  const log = readSubjects(root, base);
  if (log === null) return { problems: [], summary: 'skipped: no git history here' };
  const problems = log.flatMap(({ hash, subject }) =>
    subjectProblems(subject).map((problem) => `${hash} ${subject}: ${problem}`),
  );
  return { problems, summary: `${log.length} subjects` };
}

/** Heuristic for the imperative: a known non-verb, or a first word in -ed, -ing or -s, fails. */
export function subjectProblems(subject: string): string[] {
  const [, text] = SUBJECT.exec(subject) ?? [];
  const [first = ''] = /^[\w'-]+/.exec(text?.toLowerCase() ?? '') ?? [];
  return [
    ...(subject.length > MAX_SUBJECT_LENGTH ? [`${subject.length} characters, maximum ${MAX_SUBJECT_LENGTH}`] : []),
    ...(text === undefined ? [`not "type(scope): subject" with a type of ${TYPES.join(', ')}`] : []),
    ...(text !== undefined && !isImperative(first) ? [`"${first}" is not a verb in the imperative`] : []),
    ...(text?.endsWith('.') ? ['ends with a full stop'] : []),
  ];
}

function isImperative(word: string): boolean {
  if (IMPERATIVE_EXCEPTIONS.has(word)) return true;
  return word !== '' && !NO_VERBS.has(word) && !/(?:ed|ing|[^s]s)$/.test(word);
}

function readSubjects(root: string, base: string | undefined): { hash: string; subject: string }[] | null {
  if (git(root, 'rev-parse', '--is-shallow-repository')?.trim() !== 'false') return null;
  const mainline = base ?? MAINLINES.find((name) => git(root, 'rev-parse', '--verify', '--quiet', name) !== null);
  const ahead = mainline === undefined ? [] : listSubjects(root, `${mainline}..HEAD`);
  return ahead === null || ahead.length > 0 ? ahead : listSubjects(root, `--max-count=${MAX_COMMITS}`, 'HEAD');
}

function listSubjects(root: string, ...range: string[]): { hash: string; subject: string }[] | null {
  const output = git(root, 'log', '--no-merges', `--since=${FIRST_DATE}`, '--format=%h %s', ...range);
  const lines = output?.split('\n').filter((line) => line !== '');
  return (
    lines?.map((line) => ({ hash: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) })) ??
    null
  );
}

function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : null;
}
