// @ts-check
// Applies the changesets to the published packages, then their version to what changesets leaves: the product, whose API
// states it, the lockfile and the MCP registry's description. The release workflow runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const server = path.join(root, 'packages/mcp/server.json');

/** @param {string[]} args */
const npm = (...args) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' });

npm('run', 'changeset', 'version');
const { version } = JSON.parse(readFileSync(path.join(root, 'packages/mcp/package.json'), 'utf8'));
npm('version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
writeFileSync(server, readFileSync(server, 'utf8').replaceAll(/"version": "\d[^"]*"/g, `"version": "${version}"`));
