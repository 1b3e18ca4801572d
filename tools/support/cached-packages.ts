import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

export interface PackageFolders {
  /** Holds package.json and package-lock.json. */
  readonly source: string;
  /** Below `.cache`, which checks and the build skip. */
  readonly work: string;
}

/** Returns the folders of `tools/<name>`, whose packages are apart from the root's: `npm start` does not install them. */
export function packageFolders(name: string): PackageFolders {
  return {
    source: path.join(PROJECT_ROOT, 'tools', name),
    work: path.join(PROJECT_ROOT, '.cache', path.basename(name)),
  };
}

/** Installs the packages of the lockfile to the work folder, unless they are current. */
export function installPackages({ source, work }: PackageFolders): void {
  if (isInstalled({ source, work })) return;
  console.log(`[${path.basename(source)}] installing its packages (about a minute, once)…`);
  mkdirSync(work, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(source, file), path.join(work, file));
  }
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: work, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install the packages of ${source}`);
}

/** npm writes node_modules/.package-lock.json last, so an interrupted installation lacks it. */
function isInstalled({ source, work }: PackageFolders): boolean {
  if (!existsSync(path.join(work, 'node_modules/.package-lock.json'))) return false;
  return readFileSync(path.join(work, 'package-lock.json')).equals(
    readFileSync(path.join(source, 'package-lock.json')),
  );
}
