import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { listRepoFiles } from '../../support/repo-files.js';
import { PASSAGE_KINDS, type PassageKind } from './passage.js';
import { hitsIn, passagesOf, type Hit } from './prose.js';

/** Maximum share of lines with a hit. */
const MAX_SHARE: Readonly<Record<PassageKind, number>> = {
  comment: 0.01,
  document: 0.01,
  'test name': 0.01,
  'public string': 0,
  name: 0,
};

/**
 * `npm run check -- prose [--list] [path …]` counts the phrases and words that the house style rules out.
 * `--list` prints each hit; paths limit the count to files that start with one of them.
 */
function main(args: readonly string[]): number {
  const prefixes = args.filter((arg) => !arg.startsWith('--')).map((prefix) => prefix.replace(/^\.\//, ''));
  const files = listRepoFiles(PROJECT_ROOT).filter(
    (file) => prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix)),
  );
  const passages = files.flatMap((file) => passagesOf(PROJECT_ROOT, file));
  const hits = passages.flatMap(hitsIn);
  if (args.includes('--list')) for (const hit of hits) console.log(describe(hit));
  const results = PASSAGE_KINDS.map((kind) => {
    const lines = passages.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.lines.length, 0);
    const count = hits.filter((hit) => hit.kind === kind).length;
    const isKept = count <= lines * MAX_SHARE[kind];
    const share = lines === 0 ? 0 : (count / lines) * 100;
    console.log(
      `[prose] ${isKept ? 'ok  ' : 'FAIL'} ${kind.padEnd(13)} ${count} of ${lines} lines, ${share.toFixed(1)} %, maximum ${MAX_SHARE[kind] * 100} %`,
    );
    return isKept;
  });
  return results.every(Boolean) ? 0 : 1;
}

function describe({ file, line, kind, reason, text }: Hit): string {
  return `${file}:${line}: ${kind}: ${reason}: ${text.length > 120 ? `${text.slice(0, 117)}…` : text}`;
}

process.exitCode = main(process.argv.slice(2));
