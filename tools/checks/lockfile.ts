import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  isForOtherPlatform,
  type LockEntry,
  listLockedPackages,
  PACKAGE_FOLDERS,
  readLockEntries,
} from '../support/package-lock.js';
import type { CheckResult } from './check-result.js';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const DEPENDENCY_KEYS = ['dependencies', 'devDependencies'] as const;
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * Checks that `npm ci` works from each package-lock.json on every platform and with every registry, and installs nothing
 * else. lockfile-lint 5 does not replace this. It skips entries without a `resolved` address, and no entry here has one.
 * It also accepts a lockfile without integrity hashes, without other platforms' packages or with unlisted install scripts.
 */
export function checkLockfile(root: string): CheckResult {
  const counts = PACKAGE_FOLDERS.map((folder) => Object.keys(readLockEntries(path.join(root, folder))).length);
  return {
    problems: [...PACKAGE_FOLDERS.flatMap((folder) => folderProblems(root, folder)), ...installCommandProblems(root)],
    summary: `${counts.join(' and ')} entries, complete`,
  };
}

function folderProblems(root: string, folder: string): string[] {
  const place = path.join(root, folder);
  const manifest: Manifest = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const entries = readLockEntries(place);
  const problems = [
    ...manifestProblems(manifest, entries),
    ...entryProblems(place),
    ...missingDependencies(entries),
    ...installScriptProblems(place, manifest),
  ];
  return folder === '' ? problems : problems.map((problem) => `${folder}: ${problem}`);
}

function manifestProblems(manifest: Manifest, entries: Readonly<Record<string, LockEntry>>): string[] {
  const stale = [...DEPENDENCY_KEYS, 'engines' as const]
    .filter((key) => !isDeepStrictEqual(entries['']?.[key], manifest[key]))
    .map((key) => `its ${key} differ from package.json`);
  const unpinned = DEPENDENCY_KEYS.flatMap((key) => Object.entries(manifest[key] ?? {}))
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `${name} is not pinned in package.json: ${version}`);
  return [...stale, ...unpinned];
}

function entryProblems(root: string): string[] {
  return listLockedPackages(root).flatMap(({ folder, entry }) => [
    ...(entry.resolved === undefined ? [] : [`${folder} has a registry address`]),
    ...(entry.integrity === undefined && !isForOtherPlatform(entry) ? [`${folder} has no integrity`] : []),
  ]);
}

/** A registry mirror that lacks a platform's packages drops their entries. */
function missingDependencies(entries: Readonly<Record<string, LockEntry>>): string[] {
  return Object.entries(entries).flatMap(([folder, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isResolvable(entries, folder, name))
      .map((name) => `${name}, a dependency of ${folder || 'package.json'}, has no entry`),
  );
}

/** Looks in the package's own node_modules, then in those of each folder above, as Node does. */
function isResolvable(entries: Readonly<Record<string, LockEntry>>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (entries[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

function installScriptProblems(root: string, { allowScripts }: Manifest): string[] {
  const packages = listLockedPackages(root);
  const names = new Set(packages.map(({ name }) => name));
  const unlisted = packages
    .filter(({ name, entry }) => entry.hasInstallScript === true && allowScripts[name] === undefined)
    .map(({ name }) => `${name} has an install script that allowScripts does not list`);
  const unknown = Object.keys(allowScripts)
    .filter((name) => !names.has(name))
    .map((name) => `allowScripts lists ${name}, which is not in the lockfile`);
  return [...unlisted, ...unknown];
}

function installCommandProblems(root: string): string[] {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const unlocked = ['Dockerfile', '.ci/run']
    .filter((file) => /\bnpm (install|i|add|update)\b/.test(read(file)))
    .map((file) => `${file}: install with npm ci, which follows the lockfile`);
  const isStrict = read('.npmrc').split('\n').includes('strict-allow-scripts=true');
  return [...unlocked, ...(isStrict ? [] : ['.npmrc: set strict-allow-scripts=true'])];
}
