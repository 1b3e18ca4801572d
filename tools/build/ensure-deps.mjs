// @ts-check
// Installs node_modules when they are missing, incomplete, or older than package-lock.json. Runs before anything is
// installed, so it imports built-in modules only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MIN_NODE_MAJOR = 20;
const MIN_NODE_MINOR = 19;
const LOCK_POLL_INTERVAL_MS = 300;
/** Maximum age of a lock file without a process id: its process died while writing it. */
const EMPTY_LOCK_TIMEOUT_MS = 2_000;

const root = path.resolve(import.meta.dirname, '../..');
const stamp = path.join(root, 'node_modules', '.deps-stamp');
const lock = path.join(root, '.cache', 'installing.pid');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MIN_NODE_MAJOR || (major === MIN_NODE_MAJOR && minor < MIN_NODE_MINOR)) {
  console.error(`[setup] Node ${MIN_NODE_MAJOR}.${MIN_NODE_MINOR} or newer is needed; this is ${process.version}.`);
  process.exit(1);
}

// The lockfile repeats the dependencies of package.json, so a change of its scripts does not reinstall.
const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(`${process.version} ${process.platform} ${process.arch}`)
  .digest('hex');

if (!isInstalled()) {
  await takeLock();
  try {
    if (!isInstalled()) install();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Serialises installations: `npm start` and `npm test` may start together, and npm does not lock node_modules. */
async function takeLock() {
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    if (isAbandoned()) rmSync(lock, { force: true });
    else if (!isAnnounced) console.log('[setup] waiting for another installation of the dependencies…');
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_INTERVAL_MS));
  }
}

/** Whether the process that holds the lock has ended. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs > EMPTY_LOCK_TIMEOUT_MS;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return ['ESRCH', 'ENOENT'].includes(errorCode(error));
  }
}

/** @param {unknown} error */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function install() {
  console.log('[setup] installing dependencies (about half a minute, once)…');
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // `npm ci` refuses the lockfile when a registry mirror lacks some platforms' packages; `install --no-save` accepts it.
  if (!npm(['ci', ...flags]) && !npm(['install', '--no-save', ...flags])) {
    rmSync(lock, { force: true });
    console.error('[setup] npm could not install the dependencies; see its message above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** @param {string[]} args */
function npm(args) {
  const [command = 'npm', ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' }).status === 0;
}
