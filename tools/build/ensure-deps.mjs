// Installs node_modules when they are missing, half-installed, or not what the lockfile says. Runs before anything is
// installed, so it imports only what Node itself brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const stamp = path.join(root, 'node_modules', '.deps-stamp');
const lock = path.join(root, '.cache', 'installing.pid');
const MINIMUM_NODE = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
  console.error(`[setup] Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.version}.`);
  process.exit(1);
}

// The lockfile repeats the dependencies of package.json, so that an edited script does not install anything anew.
const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(`${process.version} ${process.platform} ${process.arch}`)
  .digest('hex');

if (!isInstalled()) {
  await takeTurn();
  try {
    if (!isInstalled()) install();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Two installations at once destroy each other: `npm start` and `npm test` may well be typed together. */
async function takeTurn() {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(lock, { force: true });
    else if (!told) console.log('[setup] waiting for another installation of the dependencies…');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Its process is gone, or died between making the file and writing its pid into it. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > 2_000;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH' || error.code === 'ENOENT';
  }
}

function install() {
  console.log('[setup] installing dependencies (about half a minute, once)…');
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // A registry mirror without some platforms' packages makes `ci` refuse the lockfile; `install --no-save` does not.
  if (!npm(['ci', ...flags]) && !npm(['install', '--no-save', ...flags])) {
    rmSync(lock, { force: true });
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
