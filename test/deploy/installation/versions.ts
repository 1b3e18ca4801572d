import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment } from '@app/config';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';

/** A built version of the product in a folder of its own. */
export interface Version {
  readonly folder: string;
  /** Of its package.json. */
  readonly version: string;
  /** Where it comes from, for the output of a test. */
  readonly source: string;
}

/** Files of a clone that an installation needs. */
const INSTALLED = ['package.json', 'package-lock.json', 'dist', 'docs', 'deploy'];
const EXPANSION = '1999000000001';

/** Returns the version of the newest tag before this commit, or this one when there is none. */
export function preparePreviousVersion(folder: string): Version {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const commit = tag && git('rev-list', '-n', '1', tag);
  if (tag === null || commit === null) return describe(copyThisBuild(folder), 'this commit: no tag is reachable');
  if (commit === git('rev-parse', 'HEAD')) return describe(copyThisBuild(folder), `this commit, which is ${tag}`);
  return describe(buildCommit(commit), `tag ${tag}`);
}

/**
 * Returns this commit's build as a later version: with the next number, and a migration that adds columns and an index to
 * tables under load, as the first step of a change does.
 */
export function prepareNextVersion(folder: string): Version {
  copyThisBuild(folder);
  const manifest = path.join(folder, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(
    manifest,
    text.replace(
      /"version": "(\d+\.\d+)\.(\d+)[^"]*"/,
      (_, minor, patch) => `"version": "${minor}.${Number(patch) + 1}"`,
    ),
  );
  addMigration(path.join(folder, 'dist/migrations'));
  return describe(folder, 'this commit with a further migration');
}

function addMigration(folder: string): void {
  const name = `Expansion${EXPANSION}`;
  const tables = ['agent_intents', 'executions', 'execution_steps', 'logged_events', 'agent_wallets'];
  const statements = [
    ...tables.map((table) => `ALTER TABLE ${table} ADD COLUMN expansion text`),
    'CREATE INDEX agent_intents_expansion ON agent_intents (expansion) WHERE expansion IS NOT NULL',
  ];
  writeFileSync(
    path.join(folder, `${EXPANSION}-expansion.js`),
    `export class ${name} {
  name = '${name}';
  async up(runner) { for (const statement of ${JSON.stringify(statements)}) await runner.query(statement); }
  async down() { throw new Error('not reverted'); }
}
`,
  );
  const index = path.join(folder, 'index.js');
  const text = readFileSync(index, 'utf8');
  const extended = text.replace(/(MIGRATIONS = \[[^\]]*?),?\s*\]/, `$1, ${name}]`);
  if (extended === text) throw new Error(`${index} has no list of migrations`);
  writeFileSync(index, extended);
  appendFileSync(index, `\nimport { ${name} } from './${EXPANSION}-expansion.js';\n`);
}

/** Copies the build of this clone, whose packages it uses. */
function copyThisBuild(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of INSTALLED) cpSync(path.join(PROJECT_ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Builds a commit with its own packages. Later runs use the same build. */
function buildCommit(commit: string): string {
  const folder = path.join(PROJECT_ROOT, '.cache/versions', commit);
  if (existsSync(folder)) return folder;
  const staging = `${folder}-${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: PROJECT_ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: staging, input: archive });
  const options = { cwd: staging, env: inheritedEnvironment(), stdio: 'ignore' } as const;
  execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], options);
  execFileSync(process.execPath, ['tools/build/build.mjs'], options);
  renameSync(staging, folder);
  return folder;
}

function describe(folder: string, source: string): Version {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { folder, version, source };
}

/** Output of a git command; null when it fails, as in a copy of the sources without a repository. */
function git(...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
