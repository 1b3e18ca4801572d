// @ts-check
// Applies the changesets to the published packages, then their version to what changesets leaves: the product, the lockfile,
// the image, the manifests and the MCP registry's description. The release workflow runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Files that state the version besides package.json. */
const stating = [
  ...['packages/mcp/server.json', 'Dockerfile', 'deploy/kubernetes/site/kustomization.yaml'],
  ...['packages/python/pyproject.toml', 'packages/python/src/presage_sdk/_request.py'],
];

/** @param {string[]} args */
const npm = (...args) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' });

const before = readVersion('package.json');
npm('run', 'changeset', 'version');
const version = readVersion('packages/mcp/package.json');
npm('version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
for (const file of stating.map((name) => path.join(root, name))) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, version));
}
for (const file of ['CHANGELOG.md', 'docs/upgrading.md'].map((name) => path.join(root, name))) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^(## |\| )next\b/m, `$1${version}`));
}

/** @param {string} file @returns {string} */
function readVersion(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).version;
}
