import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { requirePackage } from './packages.js';

/** Node since 20.19 loads packages without CommonJS with require(). TypeScript's `node10` resolution reads no exports. */
const PROBLEMS_OF_ESM_ONLY = ['CJSResolvesToESM'];
const OLD_RESOLUTION = 'node10';

interface Publint {
  publint(
    this: void,
    options: { pkgDir: string; strict: boolean },
  ): Promise<{ messages: { code: string; path: string[] }[] }>;
}

interface TypesCheck {
  createPackageFromTarballData(this: void, data: Uint8Array): object;
  /** Without problems for a package that has no types. */
  checkPackage(this: void, data: object): Promise<{ problems?: { kind: string; resolutionKind?: string }[] }>;
}

/** Checks a packed package with publint and arethetypeswrong. */
export async function findProblems(folder: string, tarball: string): Promise<string[]> {
  const { publint }: Publint = await importPackage('publint');
  const { messages } = await publint({ pkgDir: folder, strict: true });
  const { checkPackage, createPackageFromTarballData }: TypesCheck = await importPackage('@arethetypeswrong/core');
  const { problems = [] } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  return [
    ...messages.map(({ code, path: place }) => `publint: ${code} at ${place.join('.')}`),
    ...problems
      .filter(({ kind, resolutionKind }) => !PROBLEMS_OF_ESM_ONLY.includes(kind) && resolutionKind !== OLD_RESOLUTION)
      .map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
  ];
}

/** Loads an installed ES module. */
async function importPackage<T>(name: string): Promise<T> {
  const loaded: T = await import(pathToFileURL(requirePackage.resolve(name)).href);
  return loaded;
}
