import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

/**
 * Builds the published packages and packs them.
 * @param target an existing folder
 * @returns the paths of the tarballs
 * @throws Error with the output of npm when it fails
 */
export function packPackages(target: string): string[] {
  run('npm', ['pack', '--workspaces', '--pack-destination', target]);
  return readdirSync(target)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => path.join(target, name));
}

/** Unpacks the tarball beside itself. @returns the folder with the package's files */
export function unpack(tarball: string): string {
  const folder = tarball.replace(/\.tgz$/, '');
  mkdirSync(folder);
  run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return folder;
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
}
