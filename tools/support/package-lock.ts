import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  /** Whether the entry is a symbolic link to a workspace. */
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

/** Package of package-lock.json: its folder relative to the root, its name and its entry. */
export interface LockedPackage {
  readonly folder: string;
  readonly name: string;
  readonly entry: LockEntry;
}

/** Folders with a package.json and a package-lock.json, relative to the root. */
export const PACKAGE_FOLDERS: readonly string[] = [
  '',
  'tools/checks',
  'tools/docs',
  'tools/lab/interop',
  'tools/lab/indexer',
];

/** Entries by folder; the root package has the folder ''. */
export function readLockEntries(root: string): Readonly<Record<string, LockEntry>> {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  return lock.packages;
}

/** All packages that npm installs: without the root package, its workspaces and the links to them. */
export function listLockedPackages(root: string): LockedPackage[] {
  return Object.entries(readLockEntries(root))
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .map(([folder, entry]) => ({ folder, entry, name: folder.replace(/^.*node_modules\//, '') }));
}

/** Whether another platform than Linux on x64 with glibc installs the package. */
export function isForOtherPlatform({ optional, os, cpu, libc }: LockEntry): boolean {
  const excludesLinux = os !== undefined && !os.includes('linux');
  const excludesX64 = cpu !== undefined && !cpu.includes('x64');
  const excludesGlibc = libc !== undefined && !libc.includes('glibc');
  return optional === true && (excludesLinux || excludesX64 || excludesGlibc);
}
