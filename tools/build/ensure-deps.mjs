// @ts-check
// Installs node_modules when they are missing, incomplete, or older than package-lock.json. Runs before anything is
// installed, so it imports built-in modules only.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

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

// The lockfile repeats the dependencies of package.json, so a change of its scripts does not reinstall.
const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(`${process.version} ${process.platform} ${process.arch}`)
  .digest('hex');

if (!isInstalled() && !adoptInstallation()) {
  await takeLock();
  try {
    if (!isInstalled() && !adoptInstallation()) await install();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Recognises what `npm install` or `npm ci` has installed from the same lockfile. @returns whether nothing is missing */
function adoptInstallation() {
  const installed = installedPackages();
  const isComplete = lockedPackages().every(([folder, { version, integrity }]) => {
    const own = installed[folder];
    return own?.version === version && own?.integrity === integrity;
  });
  if (isComplete) writeFileSync(stamp, wanted);
  return isComplete;
}

/** Reads the lockfile that npm leaves in node_modules when an installation is complete. */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return {}; // not installed, or interrupted
  }
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
  const folders = lockedPackages().map(([folder]) => path.join(root, folder));
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

/** Returns the lockfile's packages for this platform. The workspaces in packages/ are in the checkout. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  /** @param {string[] | undefined} allowed @param {string} own */
  const fits = (allowed, own) => allowed === undefined || allowed.includes(own);
  return Object.entries(packages).filter(
    ([folder, { link, os, cpu, libc }]) =>
      folder.includes('node_modules/') &&
      link !== true &&
      fits(os, process.platform) &&
      fits(cpu, process.arch) &&
      fits(libc, 'glibc'),
  );
}

/**
 * Shows what npm does and how far it is: each second in a terminal, on one line, and elsewhere every ten seconds.
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
    const line = `[setup] ${secondsSince(startedMs)} s: ${describeProgress({ installed, total, reads })}${NEXT}`;
    process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
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

/**
 * Says what npm does: with a cold cache, half a minute may pass before the first package is in place.
 * @param {{ installed: number, total: number, reads: number }} counts
 */
function describeProgress({ installed, total, reads }) {
  if (installed > 0) return `npm unpacks, ${installed} of ${total} packages in place`;
  if (reads > 0)
    return `npm downloads, ${reads} answers from the registry; the ${total} packages are unpacked at the end`;
  return 'npm reads its cache and calls the registry; a first installation on this machine takes longest here';
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
