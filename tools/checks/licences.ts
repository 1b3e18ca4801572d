import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import satisfies from 'spdx-satisfies';
import { listLockedPackages, PACKAGE_FOLDERS, type LockedPackage } from '../support/package-lock.js';
import type { CheckResult } from './check-result.js';

/** Permissive licences: a work under Apache-2.0 may contain them. */
const SHIPPED_LICENCES = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
];
/** CC-BY covers data that builds and tests read. MPL-2.0 covers axe-core, which is run unmodified. */
const DEVELOPMENT_LICENCES = [...SHIPPED_LICENCES, 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0'];

/** Packages whose manifest names no licence, and the text in their files that does, checked where they are installed. */
const LICENCES_IN_TEXT: Readonly<Record<string, { licence: string; evidence: readonly RegExp[] }>> = {
  '@circle-fin/developer-controlled-wallets': {
    licence: 'Apache-2.0',
    evidence: [/Apache License,? Version 2\.0/i, /Apache-2\.0/],
  },
  khroma: { licence: 'MIT', evidence: [/The MIT License \(MIT\)/] },
  spawndamnit: { licence: 'MIT', evidence: [/Permission is hereby granted, free of charge/] },
};
/** Names a file instead of a licence. */
const TEXT_REFERENCE = /^SEE LICENSE IN /;
const TEXT_FILES = ['LICENSE', 'LICENSE.md', 'license', 'README.md', 'index.d.ts', 'dist/index.d.ts'];

/**
 * Checks that the licences of all dependencies allow distribution under Apache-2.0.
 * license-checker-rseidelsohn 4 does not replace this: its `--onlyAllow MIT` accepts "MIT AND AGPL-3.0-only", because it
 * compares text, and it sees only the packages of the platform that it runs on.
 */
export function checkLicences(root: string): CheckResult {
  const packages = PACKAGE_FOLDERS.flatMap((folder) =>
    listLockedPackages(path.join(root, folder)).map((one) => ({
      ...one,
      licence: findLicence(installationOf(root, folder), one),
    })),
  );
  const problems = packages
    .filter(({ licence, entry }) => licence !== null && !isAllowed(licence, { isShipped: entry.dev !== true }))
    .map(({ folder, licence }) => `${folder}: ${licence || 'no licence'}`);
  const unknown = packages.filter(({ licence }) => licence === null).length;
  return { problems, summary: `${packages.length - unknown} packages; ${unknown} of other platforms name no licence` };
}

/** Whether an SPDX expression such as `(MIT OR GPL-3.0-only) AND ISC` can be met. */
export function isAllowed(expression: string, { isShipped }: { isShipped: boolean }): boolean {
  try {
    return satisfies(expression, isShipped ? SHIPPED_LICENCES : DEVELOPMENT_LICENCES);
  } catch {
    return false; // not an SPDX expression: UNLICENSED, SEE LICENSE IN …
  }
}

/** The root's packages are installed there, those of `tools/<name>` in `.cache/<name>`. */
function installationOf(root: string, folder: string): string {
  return folder === '' ? root : path.join(root, '.cache', path.basename(folder));
}

/** Null for a package of another platform that is not installed; '' when no licence is found. */
function findLicence(root: string, { folder, name, entry }: LockedPackage): string | null {
  if (isLicence(entry.license)) return entry.license;
  const file = path.join(root, folder, 'package.json');
  if (!existsSync(file)) {
    const isForOtherPlatform = entry.optional === true && (entry.os ?? entry.cpu) !== undefined;
    return isForOtherPlatform ? null : (LICENCES_IN_TEXT[name]?.licence ?? '');
  }
  const manifest: { license?: unknown; licenses?: { type: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  if (isLicence(manifest.license)) return manifest.license;
  if (Array.isArray(manifest.licenses)) return `(${manifest.licenses.map(({ type }) => type).join(' OR ')})`;
  return licenceInText(path.join(root, folder), name);
}

function isLicence(value: unknown): value is string {
  return typeof value === 'string' && !TEXT_REFERENCE.test(value);
}

function licenceInText(folder: string, name: string): string {
  const known = LICENCES_IN_TEXT[name];
  if (known === undefined) return '';
  const texts = TEXT_FILES.map((file) => path.join(folder, file))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  return known.evidence.some((pattern) => texts.some((text) => pattern.test(text))) ? known.licence : '';
}
