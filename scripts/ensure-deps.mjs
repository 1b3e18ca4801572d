// Installs node_modules when they are missing, half-installed, or not what the lockfile says. Runs before anything is
// installed, so it imports only what Node itself brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'node_modules', '.deps-stamp');
const MINIMUM_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
  console.error(`[setup] Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.version}.`);
  process.exit(1);
}

const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(readFileSync(path.join(root, 'package.json')))
  .update(`${process.version} ${process.platform} ${process.arch}`)
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) install();

function install() {
  console.log('[setup] installing dependencies (about half a minute, once)…');
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // A registry mirror without some platforms' packages makes `ci` refuse the lockfile; `install --no-save` does not.
  if (!npm(['ci', ...flags]) && !npm(['install', '--no-save', ...flags])) {
    console.error('[setup] npm could not install the dependencies; its message stands above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function npm(args) {
  const [command, ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' }).status === 0;
}
