import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Lists the files under `root` that are, or would be, committed, relative to `root`.
 * Without git it lists the files whose names `.gitignore` does not exclude.
 */
export function listRepoFiles(root: string): string[] {
  const present = gitFiles(root, '--cached', '--others', '--exclude-standard');
  if (present === null) return walk(root, root, ignoredNames(root)).sort();
  const deleted = new Set(gitFiles(root, '--deleted'));
  return [...new Set(present)].filter((file) => !deleted.has(file)).sort();
}

/** `safe.directory` admits a checkout that belongs to another user, as in a container. */
function gitFiles(root: string, ...flags: string[]): string[] | null {
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z', ...flags];
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter((file) => file !== '') : null;
}

function ignoredNames(root: string): Set<string> {
  const lines = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  return new Set(['.git', ...lines.map((line) => line.replace(/\/$/, ''))]);
}

function walk(root: string, folder: string, ignored: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? walk(root, place, ignored) : [path.relative(root, place)];
    });
}
