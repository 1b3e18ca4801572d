import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages as install, packageFolders } from '../support/cached-packages.js';

const FOLDERS = packageFolders('checks');

/** Installs linters, formatter, generators and compiler, 135 MB, unless they are current. */
export function installPackages(): void {
  install(FOLDERS);
}

/** Path of a file of an installed package, such as `solc/index.js`. */
export function packageFile(file: string): string {
  return path.join(FOLDERS.work, 'node_modules', file);
}

/** Address to import the file by. Callers declare the part that they use, since the root does not install its types. */
export function packageUrl(file: string): string {
  return pathToFileURL(packageFile(file)).href;
}
