// @ts-check
// Installs node_modules when they are missing, incomplete, or older than package-lock.json. Runs before anything is
// installed, so it imports built-in modules only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const MIN_NODE_MAJOR = 20;
const MIN_NODE_MINOR = 19;
const LOCK_POLL_INTERVAL_MS = 300;
/** Maximum age of a lock file without a process id: its process died while writing it. */
const EMPTY_LOCK_TIMEOUT_MS = 2_000;

const PROGRESS_INTERVAL_MS = 1_000;
const QUIET_PROGRESS_INTERVAL_MS = 10_000;
/** Follows each progress line of `npm start` and `npm run dev`. */
const NEXT = ['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')
  ? '; next: build, PostgreSQL, chain, worker, API'
  : '';

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
    if (!isInstalled()) await install();
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
    else if (!isAnnounced) console.error('[setup] waiting for another installation of the dependencies…');
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

async function install() {
  const folders = packageFolders();
  const progress = showProgress(folders);
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=http'];
  // `npm ci` refuses the lockfile when a registry mirror lacks some platforms' packages; `install --no-save` accepts it.
  const isDone = (await npm(['ci', ...flags], progress)) || (await npm(['install', '--no-save', ...flags], progress));
  progress.end();
  if (!isDone) {
    rmSync(lock, { force: true });
    console.error('[setup] npm could not install the dependencies; see its message above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** Returns the folders of the lockfile's packages for this platform. The workspaces in packages/ are in the checkout. */
function packageFolders() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  /** @param {string[] | undefined} allowed @param {string} own */
  const fits = (allowed, own) => allowed === undefined || allowed.includes(own);
  return Object.entries(packages)
    .filter(
      ([folder, { link, os, cpu, libc }]) =>
        folder.includes('node_modules/') &&
        link !== true &&
        fits(os, process.platform) &&
        fits(cpu, process.arch) &&
        fits(libc, 'glibc'),
    )
    .map(([folder]) => path.join(root, folder));
}

/**
 * Shows how many packages npm has read from the registry or its cache, and how many are in place: each second in a
 * terminal, on one line, and elsewhere every ten seconds.
 * @param {readonly string[]} folders
 */
function showProgress(folders) {
  const isTerminal = process.stderr.isTTY;
  const startedMs = Date.now();
  const total = folders.length;
  console.error(`[setup] installing ${total} packages, once (half a minute; two on a busy machine)`);
  let reads = 0;
  const show = () => {
    const installed = folders.filter((folder) => existsSync(path.join(folder, 'package.json'))).length;
    const state = `${installed} of ${total} packages in place, ${reads} answers from the registry`;
    const line = `[setup] ${state} after ${secondsSince(startedMs)} s${NEXT}`;
    process.stderr.write(isTerminal ? `\r${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTerminal ? PROGRESS_INTERVAL_MS : QUIET_PROGRESS_INTERVAL_MS);
  return {
    countRead: () => (reads += 1),
    end: () => {
      clearInterval(timer);
      const clear = isTerminal ? '\r\x1b[K' : '';
      console.error(`${clear}[setup] npm ended after ${secondsSince(startedMs)} s${NEXT}`);
    },
  };
}

/** @param {number} startedMs */
function secondsSince(startedMs) {
  return Math.round((Date.now() - startedMs) / 1_000);
}

/**
 * Runs npm. Its lines about requests are counted, its warnings dropped, its errors printed.
 * @param {string[]} args
 * @param {{ countRead: () => void }} progress
 * @returns whether npm succeeded
 */
async function npm(args, { countRead }) {
  const [command = 'npm', ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  createInterface(child.stderr).on('line', (line) => {
    if (/^npm http/.test(line)) countRead();
    else if (!/^npm (warn|notice)/i.test(line)) console.error(line);
  });
  const [code] = await once(child, 'close').catch(() => [1]); // npm could not be started
  return code === 0;
}
