// Whether `npm ci` can work from package-lock.json anywhere: it matches package.json, names no registry, and has an
// entry for each optional package, those of other platforms included (a mirror that lacks some of them drops them, and
// has no hash of them either; all others have one).
// And whether nothing else is installed: every install script is allowed or denied by name, and images use `npm ci`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const manifest = read('package.json');
const { packages } = read('package-lock.json');

const problems = [
  ...['dependencies', 'devDependencies', 'engines']
    .filter((key) => !isDeepStrictEqual(packages[''][key], manifest[key]))
    .map((key) => `its ${key} are not those of package.json`),
  ...['dependencies', 'devDependencies'].flatMap((key) =>
    Object.entries(manifest[key])
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} is not pinned in package.json: ${version}`),
  ),
  ...Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([place]) => `${place} says where it was downloaded from`),
  ...Object.entries(packages)
    .filter(([place, entry]) => place !== '' && entry.integrity === undefined && !isElsewhere(entry))
    .map(([place]) => `${place} has no integrity, so anything could be installed as it`),
  ...Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isFound(place, name))
      .map((name) => `${name}, which ${place || 'package.json'} names, has no entry`),
  ),
  ...Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([place]) => nameOf(place))
    .filter((name) => typeof manifest.allowScripts[name] !== 'boolean')
    .map((name) => `${name} has an install script, and allowScripts says neither true nor false`),
  ...Object.keys(manifest.allowScripts)
    .filter((name) => !Object.keys(packages).some((place) => nameOf(place) === name))
    .map((name) => `allowScripts names ${name}, which is not in the lockfile`),
  ...['Dockerfile', '.ci/run']
    .filter((file) => /\bnpm (install|i|add|update)\b/.test(readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `${file}: npm ci installs what the lockfile says, and nothing else may`),
];
for (const problem of problems) console.error(`[lockfile] ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`[lockfile] ${Object.keys(packages).length} entries, complete`);

/** What Linux on x64 never installs. */
function isElsewhere({ optional, os, cpu }) {
  return optional === true && ((os && !os.includes('linux')) || (cpu && !cpu.includes('x64')));
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** As Node resolves it: in the package's own node_modules, or in those of a folder above. */
function isFound(place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}
